import { supplierNames } from '@jhatpat/shared/contracts/api-types.ts'
import { BalanceModel, supplierBalances } from '@jhatpat/shared/domain/purchasing/index.ts'
import { forecastCoverage, readForecastFacts } from '@jhatpat/shared/domain/suppliers/index.ts'
import { standingLease } from '@jhatpat/shared/platform/lease.ts'
import { connectRedis, type RedisClient } from '@jhatpat/shared/platform/redis.ts'
import mongoose from 'mongoose'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { forecastLeaseKey, scheduleSupplierChecks } from '../../../workers/src/suppliers/supplier-checks.ts'
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
  await supplierBalances()
})

const forecast = async (isHeld?: () => boolean) =>
  forecastCoverage(service.deps, await readForecastFacts(), isHeld)

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
async function slowForecast(isHeld?: () => boolean) {
  const release = await lockAccount(second)
  const pass = forecast(isHeld)
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

describe('a forecast', () => {
  it('writes nothing while nothing changes, and again after each reading', async () => {
    await forecast()
    const stored = await BalanceModel.find().lean()
    service.clock.advance(10_000)
    await forecast()
    expect(await BalanceModel.find().lean()).toEqual(stored)
    await BalanceModel.updateOne({ _id: second }, { $set: { readAt: service.clock.now() } })
    service.clock.advance(1)
    await forecast()
    expect(await countedAt(first)).toBe(stored[0]?.forecast?.at.getTime())
    expect(await countedAt(second)).toBeGreaterThan(stored[1]?.forecast?.at.getTime() ?? 0)
  })

  it('continues with no other account once its process has lost the lease', async () => {
    let isOwn = true
    let asked = 0
    const slow = await slowForecast(() => {
      asked += 1
      return isOwn
    })
    // It was still held when the second account was begun.
    await until(
      async () => asked,
      (times) => times >= 2,
    )
    isOwn = false
    await slow.end()
    const counted = await Promise.all(supplierNames.map(countedAt))
    expect(counted.map((at) => at > 0)).toEqual(supplierNames.map((_name, index) => index < 2))
  })

  it('that was overtaken by another replaces no newer one', async () => {
    const slow = await slowForecast()
    service.clock.advance(60_000)
    await BalanceModel.updateOne({ _id: first }, { $set: { readAt: service.clock.now() } })
    const other = forecast()
    await until(
      () => countedAt(first),
      (at) => at > service.clock.now().getTime() - 30_000,
    )
    await slow.end()
    await other
    expect(await countedAt(second)).toBeGreaterThan(service.clock.now().getTime() - 30_000)
  })

  it('leaves the forecast of a later pass, whichever of two passes writes last', async () => {
    await forecast()
    const later = new Date(service.clock.now().getTime() + 60_000)
    await BalanceModel.updateMany({}, { $set: { 'forecast.left': 1 } })
    await BalanceModel.updateOne({ _id: second }, { $set: { 'forecast.at': later } })
    service.clock.advance(3_000)
    await forecast()
    const [one, other] = await Promise.all(
      [first, second].map((account) => BalanceModel.findById(account).lean()),
    )
    expect(one?.forecast?.left).toBeNull()
    expect(other?.forecast).toMatchObject({ left: 1, at: later })
  })
})

describe('a standing lease', () => {
  const key = () => `{${service.env.QUEUE_PREFIX}:tests}:lease`
  const lease = () => standingLease(service.deps.redis, key())

  it('is held by one of several processes, and by another after its end', async () => {
    const [one, other] = [lease(), lease()]
    expect([await one.acquire(), await other.acquire(), await one.acquire()]).toEqual([true, false, true])
    expect([one.isHeld(), other.isHeld()]).toEqual([true, false])
    await one.end()
    expect(await other.acquire()).toBe(true)
    await other.end()
    expect(await service.deps.redis.exists(key())).toBe(0)
  })

  it('is lost when another process has it, as after a pause, and acquired again later', async () => {
    const [one, other] = [lease(), lease()]
    await one.acquire()
    await service.deps.redis.del(key())
    expect(await other.acquire()).toBe(true)
    await until(
      async () => one.isHeld(),
      (isHeld) => !isHeld,
    )
    expect(await one.acquire()).toBe(false)
    await other.end()
    expect(await one.acquire()).toBe(true)
    await one.end()
  })
})

describe('the checks of a worker process', () => {
  /** The deps of a worker, and the number of its passes. */
  const deps = async (redis: RedisClient = service.deps.redis) => {
    const { createDeps } = await import('../../../workers/src/create-deps.ts')
    const { deps: own, close } = await createDeps(service.deps)
    onTestFinished(close)
    let passes = 0
    const purchaseLog = {
      ...own.purchaseLog,
      write: async () => {
        passes += 1
      },
    }
    return { deps: { ...own, redis, purchaseLog }, passes: async () => passes }
  }

  it('compare nothing while another process has the lease', async () => {
    const { redis, env } = service.deps
    await redis.set(forecastLeaseKey(env.QUEUE_PREFIX), 'another process', 'PX', 60_000)
    const worker = await deps()
    const checks = scheduleSupplierChecks(worker.deps)
    await until(worker.passes, (passes) => passes > 0)
    await checks.stop()
    expect(await countedAt(first)).toBe(0)
    await redis.del(forecastLeaseKey(env.QUEUE_PREFIX))
  })

  it('compare in every process while Redis does not answer', async () => {
    const away = connectRedis('redis://127.0.0.1:1', service.deps.log)
    const checks = scheduleSupplierChecks((await deps(away)).deps)
    await until(
      () => countedAt(first),
      (at) => at > 0,
    )
    await checks.stop()
    away.disconnect()
  })
})
