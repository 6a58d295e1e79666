import {
  BalanceModel,
  PackCallModel,
  planUnits,
  type UnitState,
} from '@jhatpat/shared/domain/fulfilment/index.ts'
import { syncPacks } from '@jhatpat/shared/domain/supply/index.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buy, ends, giveMoney, orderBody, until } from '../../support/buying.ts'
import { anAdmin, aUser } from '../../support/people.ts'
import type { Person } from '../../support/person.ts'
import { queriesOf } from '../../support/queries-of.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { aShop, type Shop } from '../../support/shop.ts'
import { brazil, keeping } from './keeping.ts'

let service: Service
let keep: ReturnType<typeof keeping>
let shop: Shop
let meera: Person

beforeAll(async () => {
  service = await startService({ workers: true })
  shop = await aShop()
  await syncPacks(service.deps)
  keep = keeping(service)
  meera = await service.as(await anAdmin())
})
afterAll(() => service.stop())
beforeEach(async () => {
  await service.simulators.reset('all')
  await PackCallModel.deleteMany({})
  await BalanceModel.deleteMany({})
})

/** As it is stored, without when it was told. */
const storedOf = async (ref: string) => {
  const { spentAt, at, ...call } = (await PackCallModel.findById(`${ref}-1`).lean())!
  return { ...call, boughtS: spentAt && Math.round((at.getTime() - spentAt.getTime()) / 1_000) }
}

const sold = { cost: '61.5', factor: 1, isCostOpen: false, fields: [] }
const aUnit = (ref: string) => ({ ...planUnits(ref, ['13'], () => sold)[0]!, sentAt: service.clock.now() })
const written = () => service.deps.supplierBook.write()
const told = (ref: string, state: UnitState, more: { code?: string; revision?: number } = {}) =>
  service.deps.supplierBook.call({
    account: 'SMILEBR',
    unit: { ...aUnit(ref), state, code: more.code ?? '' },
    revision: more.revision ?? 1,
  })

describe('what an account did in a day', () => {
  it.each([
    { what: 'a delivery', second: 'delivered' },
    { what: 'a refusal', second: 'refused' },
  ] as const)(
    'is the same of a pack told twice, $what at last, in one write or in two',
    async ({ second }) => {
      const tell = async (ref: string, between: () => Promise<unknown>) => {
        told(ref, 'sending')
        service.clock.advance(1_000)
        await between()
        told(ref, second, { revision: 2 })
        told(ref, 'sending')
        await written()
        return { ...(await storedOf(ref)), _id: '' }
      }
      const asOne = await tell('JP261121AAAAAAAA', async () => undefined)
      expect(asOne).toEqual(await tell('JP261121BBBBBBBB', written))
      expect(asOne).toMatchObject({ outcome: second, boughtS: second === 'delivered' ? 1 : undefined })
    },
  )

  it('is counted from what its purchases were answered, each pack once', async () => {
    const user = await aUser()
    await giveMoney(user, 10_000_000)
    const person = await service.as(user)
    const order = (input1: string) =>
      buy(person, orderBody(user, shop.diamonds, { paymentmode: 'wallet', input1 }))
    const id = await order('123456789')
    await ends(person, id, 'Completed')
    await service.simulators.control('smileone', { next: { outcome: 'refuse', code: '201' } })
    const refused = await order('123456789')
    await ends(person, refused, 'Refunded')
    // Told before the order's end is seen, written with all others of some seconds.
    await until(
      async () => {
        await service.deps.supplierBook.write()
        return PackCallModel.countDocuments()
      },
      (count) => count === 2,
    )
    const calls = await PackCallModel.find().sort({ outcome: 1 }).lean()
    expect(calls).toMatchObject([
      { _id: `${id}-1`, account: 'SMILEBR', outcome: 'delivered', cost: 615_000, code: '' },
      { _id: `${refused}-1`, outcome: 'refused', code: '201' },
    ])
    expect(calls[0]?.tookS).toBeGreaterThan(0)
    expect(calls[1]?.spentAt).toBeUndefined()
    await keep.again()
    expect((await brazil(meera)).day).toMatchObject({
      ...{ asked: 2, delivered: 1, refused: 1, unknown: 0, deliveredPercent: null, halfS: null },
      refusals: [{ code: '201', count: 1 }],
    })
    expect((await brazil(meera)).pace).toMatchObject({ over: 'few', spentHour: '61.5', spentDay: '61.5' })
  })

  it('tells shares, times and how long the balance lasts from enough', async () => {
    for (let one = 0; one < 19; one++) told(`JPA${one}`, 'delivered')
    for (let one = 0; one < 1; one++) told(`JPB${one}`, 'refused', { code: '20003' })
    await keep.again()
    const { day, pace } = await brazil(meera)
    expect(day).toMatchObject({ asked: 20, deliveredPercent: 95, halfS: null })
    expect(pace).toMatchObject({ over: 'hour', perHour: '1168.5' })
    // 605,750 coins, of which nothing was bought since they were read.
    expect(pace.runsForMs).toBe(Math.round((605_750 / 1168.5) * 3_600_000))
    told('JPC0', 'delivered')
    await keep.again()
    expect((await brazil(meera)).day).toMatchObject({ halfS: 1, mostS: 1 })
  })

  it('keeps the latest word on a pack, and what was given back counts as not spent', async () => {
    told('JPA1', 'sending', { revision: 3 })
    await written()
    expect((await PackCallModel.findById('JPA1-1').lean())?.spentAt).toBeInstanceOf(Date)
    told('JPA1', 'delivered', { revision: 5 })
    told('JPA1', 'unknown', { revision: 4 })
    told('JPA2', 'delivered')
    await written()
    expect(await PackCallModel.findById('JPA1-1').lean()).toMatchObject({ outcome: 'delivered', revision: 5 })
    expect(await PackCallModel.findById('JPA2-1').lean()).toMatchObject({ outcome: 'delivered' })
    told('JPA1', 'refused', { code: 'returned', revision: 6 })
    await written()
    const after = await PackCallModel.findById('JPA1-1').lean()
    expect(after).toMatchObject({ outcome: 'returned' })
    expect(after?.spentAt).toBeUndefined()
  })

  it('forgets what is older than a day', async () => {
    told('JPA1', 'delivered')
    service.clock.advance(24 * 3_600_000)
    await keep.again()
    // A day ends a session too.
    const { day, pace } = await brazil(await service.as(await anAdmin()))
    expect(day?.asked).toBe(0)
    expect(pace.spentDay).toBe('0')
  })
})

describe('counting', () => {
  it('reads indexes and no call', async () => {
    for (let one = 0; one < 60; one++) told(`JPA${one}`, 'delivered')
    await BalanceModel.updateMany({}, { $set: { figures: null } })
    const counted = await queriesOf(PackCallModel, () => keep.again())
    expect(counted.length).toBeGreaterThan(0)
    for (const { documentsRead, sortsInMemory } of counted) {
      expect({ documentsRead, sortsInMemory }).toEqual({ documentsRead: 0, sortsInMemory: false })
    }
  })
})
