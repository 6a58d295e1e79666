import {
  BalanceModel,
  PurchaseLogModel,
  planUnits,
  syncPriceLists,
  type UnitState,
} from '@jhatpat/shared/domain/purchasing/index.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buy, ends, giveMoney, orderBody, until } from '../../support/buying.ts'
import { insertAdmin, insertCustomer } from '../../support/people.ts'
import type { Person } from '../../support/person.ts'
import { queriesOf } from '../../support/queries-of.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { insertShop, type Shop } from '../../support/shop.ts'
import { brazil, supplierCheckFixture } from './supplier-check-fixture.ts'

let service: Service
let checks: ReturnType<typeof supplierCheckFixture>
let shop: Shop
let meera: Person

beforeAll(async () => {
  service = await startService({ workers: true })
  shop = await insertShop()
  await syncPriceLists(service.deps)
  checks = supplierCheckFixture(service)
  meera = await service.as(await insertAdmin())
})
afterAll(() => service.stop())
beforeEach(async () => {
  await service.simulators.reset('all')
  await PurchaseLogModel.deleteMany({})
  await BalanceModel.deleteMany({})
})

/** As it is stored, without the time of the report. */
const storedOf = async (ref: string) => {
  const { purchasedAt, at, ...call } = (await PurchaseLogModel.findById(`${ref}-1`).lean())!
  return { ...call, boughtS: purchasedAt && Math.round((at.getTime() - purchasedAt.getTime()) / 1_000) }
}

const sold = { cost: '61.5', factor: 1, isCostOpen: false, fields: [] }
const aUnit = (ref: string) => ({ ...planUnits(ref, ['13'], () => sold)[0]!, sentAt: service.clock.now() })
const written = () => service.deps.purchaseLog.write()
const loggedResult = (ref: string, state: UnitState, more: { code?: string; revision?: number } = {}) =>
  service.deps.purchaseLog.addPurchase({
    account: 'SMILEBR',
    unit: { ...aUnit(ref), state, code: more.code ?? '' },
    revision: more.revision ?? 1,
  })

describe('the daily statistics of an account', () => {
  it.each([
    { what: 'a delivery', second: 'delivered' },
    { what: 'a refusal', second: 'rejected' },
  ] as const)(
    'are the same for a unit reported twice, finally with $what, in one write or in two',
    async ({ second }) => {
      const report = async (ref: string, between: () => Promise<unknown>) => {
        loggedResult(ref, 'sending')
        service.clock.advance(1_000)
        await between()
        loggedResult(ref, second, { revision: 2 })
        loggedResult(ref, 'sending')
        await written()
        return { ...(await storedOf(ref)), _id: '' }
      }
      const asOne = await report('JP261121AAAAAAAA', async () => undefined)
      expect(asOne).toEqual(await report('JP261121BBBBBBBB', written))
      expect(asOne).toMatchObject({ outcome: second, boughtS: second === 'delivered' ? 1 : undefined })
    },
  )

  it('are counted from the answers to its purchases, each unit once', async () => {
    const user = await insertCustomer()
    await giveMoney(user, 10_000_000)
    const person = await service.as(user)
    const order = (input1: string) =>
      buy(person, orderBody(user, shop.diamonds, { paymentmode: 'wallet', input1 }))
    const id = await order('123456789')
    await ends(person, id, 'Completed')
    await service.simulators.control('smileone', { next: { outcome: 'refuse', code: '201' } })
    const refused = await order('123456789')
    await ends(person, refused, 'Refunded')
    // Reported before the order's end is seen, written together with all others of some seconds.
    await until(
      async () => {
        await service.deps.purchaseLog.write()
        return PurchaseLogModel.countDocuments()
      },
      (count) => count === 2,
    )
    const calls = await PurchaseLogModel.find().sort({ outcome: 1 }).lean()
    expect(calls).toMatchObject([
      { _id: `${id}-1`, account: 'SMILEBR', outcome: 'delivered', cost: 615_000, code: '' },
      { _id: `${refused}-1`, outcome: 'rejected', code: '201' },
    ])
    expect(calls[0]?.durationSeconds).toBeGreaterThan(0)
    expect(calls[1]?.purchasedAt).toBeUndefined()
    await checks.readAndForecast()
    expect((await brazil(meera)).day).toMatchObject({
      asked: 2,
      delivered: 1,
      rejected: 1,
      unknown: 0,
      deliveredPercent: null,
      medianSeconds: null,
      rejections: [{ code: '201', count: 1 }],
    })
    expect((await brazil(meera)).spendRate).toMatchObject({
      over: 'few',
      spentLastHour: '61.5',
      spentLastDay: '61.5',
    })
  })

  it('have shares, durations and a runway from a minimum of purchases', async () => {
    for (let one = 0; one < 19; one++) loggedResult(`JPA${one}`, 'delivered')
    for (let one = 0; one < 1; one++) loggedResult(`JPB${one}`, 'rejected', { code: '20003' })
    await checks.readAndForecast()
    const { day, spendRate } = await brazil(meera)
    expect(day).toMatchObject({ asked: 20, deliveredPercent: 95, medianSeconds: null })
    expect(spendRate).toMatchObject({ over: 'hour', perHour: '1168.5' })
    // 605,750 coins, of which nothing was bought since they were read.
    expect(spendRate.runwayMs).toBe(Math.round((605_750 / 1168.5) * 3_600_000))
    loggedResult('JPC0', 'delivered')
    await checks.readAndForecast()
    expect((await brazil(meera)).day).toMatchObject({ medianSeconds: 1, p90Seconds: 1 })
  })

  it('use the latest answer about a unit, and count refunded units as not spent', async () => {
    loggedResult('JPA1', 'sending', { revision: 3 })
    await written()
    expect((await PurchaseLogModel.findById('JPA1-1').lean())?.purchasedAt).toBeInstanceOf(Date)
    loggedResult('JPA1', 'delivered', { revision: 5 })
    loggedResult('JPA1', 'unknown', { revision: 4 })
    loggedResult('JPA2', 'delivered')
    await written()
    expect(await PurchaseLogModel.findById('JPA1-1').lean()).toMatchObject({
      outcome: 'delivered',
      revision: 5,
    })
    expect(await PurchaseLogModel.findById('JPA2-1').lean()).toMatchObject({ outcome: 'delivered' })
    loggedResult('JPA1', 'rejected', { code: 'returned', revision: 6 })
    await written()
    const after = await PurchaseLogModel.findById('JPA1-1').lean()
    expect(after).toMatchObject({ outcome: 'returned' })
    expect(after?.purchasedAt).toBeUndefined()
  })

  it('leave out what is older than a day', async () => {
    loggedResult('JPA1', 'delivered')
    service.clock.advance(24 * 3_600_000)
    await checks.readAndForecast()
    // A day ends a session too.
    const { day, spendRate } = await brazil(await service.as(await insertAdmin()))
    expect(day?.asked).toBe(0)
    expect(spendRate.spentLastDay).toBe('0')
  })
})

describe('computing the statistics', () => {
  it('reads indexes and no logged purchase', async () => {
    for (let one = 0; one < 60; one++) loggedResult(`JPA${one}`, 'delivered')
    await BalanceModel.updateMany({}, { $set: { statistics: null } })
    const counted = await queriesOf(PurchaseLogModel, () => checks.readAndForecast())
    expect(counted.length).toBeGreaterThan(0)
    for (const { documentsRead, sortsInMemory } of counted) {
      expect({ documentsRead, sortsInMemory }).toEqual({ documentsRead: 0, sortsInMemory: false })
    }
  })
})
