import { supplierNames } from '@jhatpat/shared/contracts/api-types.ts'
import { BalanceModel, supplierBalance } from '@jhatpat/shared/domain/purchasing/index.ts'
import { forecastCoverage } from '@jhatpat/shared/domain/suppliers/index.ts'
import mongoose from 'mongoose'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { until } from '../../support/buying.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { insertShop } from '../../support/shop.ts'

let service: Service
const [first = '', second = ''] = supplierNames

beforeAll(async () => {
  service = await startService()
  await insertShop()
})
afterAll(() => service.stop())
beforeEach(async () => {
  await BalanceModel.deleteMany({})
  await Promise.all(supplierNames.map(supplierBalance))
})

const countedAt = async (account: string) =>
  (await BalanceModel.findById(account).lean())?.forecast?.at.getTime() ?? 0

/** Delays every other write of an account's document. */
async function lockAccount(account: string): Promise<() => Promise<void>> {
  const session = await mongoose.startSession()
  session.startTransaction()
  await BalanceModel.updateOne({ _id: account }, { $set: { historyAt: new Date() } }, { session })
  return async () => {
    await session.abortTransaction()
    await session.endSession()
  }
}

/** A pass that has written the first account's forecast and waits at the second's. */
async function slowForecast() {
  const release = await lockAccount(second)
  const pass = forecastCoverage(service.deps)
  await until(
    () => countedAt(first),
    (at) => at > 0,
  )
  return {
    end: async () => {
      await release()
      await pass
    },
  }
}

it('starts no second pass while one is running, however long it takes', async () => {
  const slow = await slowForecast()
  const before = await countedAt(first)
  service.clock.advance(3_000)
  await forecastCoverage(service.deps)
  expect(await countedAt(first)).toBe(before)
  await slow.end()
})

it('recovers a pass whose process has crashed, and the old pass writes nothing more', async () => {
  const slow = await slowForecast()
  service.clock.advance(60_000)
  const other = forecastCoverage(service.deps)
  await until(
    () => countedAt(first),
    (at) => at > service.clock.now().getTime() - 30_000,
  )
  await slow.end()
  await other
  expect(await countedAt(second)).toBeGreaterThan(service.clock.now().getTime() - 30_000)
})

it('leaves the forecast of a later pass, whichever of two passes writes last', async () => {
  await forecastCoverage(service.deps)
  const before = await countedAt(first)
  const later = new Date(service.clock.now().getTime() + 60_000)
  await BalanceModel.updateOne({ _id: second }, { $set: { 'forecast.at': later } })
  service.clock.advance(3_000)
  await forecastCoverage(service.deps)
  expect(await countedAt(first)).toBeGreaterThan(before)
  expect(await countedAt(second)).toBe(later.getTime())
})

it('starts the next pass 2.5 s after the last one began', async () => {
  await forecastCoverage(service.deps)
  const before = await countedAt(first)
  service.clock.advance(1_000)
  await forecastCoverage(service.deps)
  expect(await countedAt(first)).toBe(before)
  service.clock.advance(2_000)
  await forecastCoverage(service.deps)
  expect(await countedAt(first)).toBeGreaterThan(before)
})
