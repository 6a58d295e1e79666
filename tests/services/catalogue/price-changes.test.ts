import { randomUUID } from 'node:crypto'
import { maintenance } from '@jhatpat/shared/contracts/admin.ts'
import { updateItem } from '@jhatpat/shared/contracts/admin-items.ts'
import * as calls from '@jhatpat/shared/contracts/price-changes.ts'
import { priceFloors, savePriceFloors } from '@jhatpat/shared/contracts/price-floors.ts'
import type { BodyInputOf } from '@jhatpat/shared/contracts/route.ts'
import { AuditModel } from '@jhatpat/shared/domain/audit/index.ts'
import { type ItemDoc, ItemModel } from '@jhatpat/shared/domain/catalogue/index.ts'
import {
  applyPriceChange,
  PriceChangeModel,
  rollBackPriceChange,
  schedulePriceChange,
} from '@jhatpat/shared/domain/catalogue-admin/index.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { auditRows } from '../../support/audit-rows.ts'
import { refusalOf, until } from '../../support/buying.ts'
import { insertAdmin } from '../../support/people.ts'
import type { Person } from '../../support/person.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { insertTestItem } from './catalogue-factory.ts'

let service: Service
let meera: Person
let item: ItemDoc
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())
beforeEach(async () => {
  meera = await service.as(await insertAdmin({ name: 'Meera Iyer' }))
  item = await insertTestItem()
})

type Body = BodyInputOf<typeof calls.createPriceChange>
type NewPrice = Body['prices'][number]
const price = (to: number, more: Partial<NewPrice> = {}): NewPrice => ({
  itemid: item._id,
  field: 'discountedprice',
  from: 109,
  to,
  ...more,
})
const save = (prices: NewPrice[], more: Partial<Body> = {}, idempotencyKey = randomUUID()) =>
  meera.call(calls.createPriceChange, { body: { prices, ...more }, idempotencyKey })
const rollBack = (id: string, by = meera) =>
  by.call(calls.rollBackPriceChange, {
    params: { id },
    body: { reason: 'too low' },
    idempotencyKey: randomUUID(),
  })
const cancel = (id: string) =>
  meera.call(calls.cancelPriceChange, { params: { id }, idempotencyKey: randomUUID() })
const inMs = (ms: number) => new Date(service.clock.now().getTime() + ms).toISOString()
const hour = 3_600_000
const plan = async (prices: NewPrice[]) => (await save(prices, { applyAt: inMs(hour) })).set
const stored = (id: string) => PriceChangeModel.findById(id).orFail().lean()
const pricesOf = async ({ _id }: ItemDoc) => {
  const { discountedPaise, resellPaise } = await ItemModel.findById(_id).orFail().lean()
  return [discountedPaise, resellPaise]
}
const rows = async ({ _id }: ItemDoc) =>
  (await auditRows({ target: `item:${_id}` })).map(({ before, after, reason, by: { name } }) => ({
    before,
    after,
    reason,
    by: { name },
  }))
const setTo = (discountedPaise: number) =>
  ItemModel.updateOne({ _id: item._id }, { $set: { discountedPaise }, $inc: { __v: 1 } })
/** Like a worker that runs the job. */
const apply = async (id: string) => {
  const { due } = await stored(id)
  return applyPriceChange(service.deps, id, due.apply.seq)
}

describe('a price change of several items', () => {
  it('is written at once, with a row in the log of each item and a result for each price', async () => {
    const other = await insertTestItem()
    const { message, set } = await save(
      [price(105.5), price(98, { field: 'resellprice', from: 104 }), price(200, { itemid: other._id })],
      { reason: 'cheaper there' },
    )
    expect(message).toBe('Price updated successfully')
    expect(set).toMatchObject({ state: 'applied', by: 'Meera Iyer', rollsBackId: '', rolledBackBy: '' })
    expect(set.prices.map(({ result }) => result)).toEqual(['applied', 'applied', 'applied'])
    expect([await pricesOf(item), await pricesOf(other)]).toEqual([
      [10_550, 9_800],
      [20_000, 10_400],
    ])
    expect(await rows(item)).toEqual([
      {
        by: { name: 'Meera Iyer' },
        reason: `Prices ${set.id}: cheaper there`,
        before: { discountedPaise: 10_900, resellPaise: 10_400 },
        after: { discountedPaise: 10_550, resellPaise: 9_800 },
      },
    ])
    expect((await ItemModel.findById(item._id).lean())?.__v).toBe(item.__v + 1)
  })

  it('is refused price by price where another admin has changed a price since, or the item is gone', async () => {
    await setTo(12_000)
    const { message, set } = await save([
      price(105),
      price(98, { field: 'resellprice', from: 104 }),
      price(5, { itemid: 999_999 }),
    ])
    expect(set.state).toBe('partly')
    expect(message).toBe('Price updated successfully')
    expect(set.prices.map(({ result, found }) => [result, found])).toEqual([
      ['changed', 120],
      ['applied', undefined],
      ['gone', undefined],
    ])
    expect(await pricesOf(item)).toEqual([12_000, 9_800])
    const refused = await save([price(105)])
    expect([refused.message, refused.set.state]).toEqual(['Error updating price', 'refused'])
  })

  it('is made once per key, however often it is sent', async () => {
    const key = randomUUID()
    const sent = await Promise.allSettled([1, 2, 3].map(() => save([price(105)], {}, key)))
    const { set } = await save([price(105)], {}, key)
    for (const one of sent) if (one.status === 'fulfilled') expect(one.value.set).toEqual(set)
    expect(await PriceChangeModel.countDocuments({ 'prices.itemid': item._id })).toBe(1)
    expect(await rows(item)).toHaveLength(1)
  })

  it('may contain each price once', async () => {
    expect(await refusalOf(save([price(105), price(106)]))).toMatchObject({ status: 400, field: 'prices' })
  })
})

describe('a scheduled price change', () => {
  it('waits, and is applied once, in its actor’s name, by any number of workers', async () => {
    const set = await plan([price(105)])
    expect(set).toMatchObject({ state: 'planned', endedAt: null, prices: [{ result: null }] })
    expect(await pricesOf(item)).toEqual([10_900, 10_400])
    await Promise.all(Array.from({ length: 8 }, () => apply(set.id)))
    expect(await pricesOf(item)).toEqual([10_500, 10_400])
    expect(await rows(item)).toMatchObject([{ by: { name: 'Meera Iyer' }, reason: `Prices ${set.id}` }])
    expect(await stored(set.id)).toMatchObject({ state: 'applied', due: { apply: { at: null, seq: 2 } } })
    await setTo(10_900)
    await applyPriceChange(service.deps, set.id, 1)
    expect(await pricesOf(item), 'an old job comes again').toEqual([10_900, 10_400])
  })

  it('skips prices that changed since it was planned', async () => {
    const set = await plan([price(105), price(98, { field: 'resellprice', from: 104 })])
    await setTo(11_500)
    await apply(set.id)
    expect(await pricesOf(item)).toEqual([11_500, 9_800])
    expect(await stored(set.id)).toMatchObject({
      state: 'partly',
      prices: [{ result: 'changed', actualPaise: 11_500 }, { result: 'applied' }],
    })
  })

  it('never overwrites a price that is saved at the same moment', async () => {
    for (let to = 200; to < 208; to += 1) {
      await setTo(10_900)
      const set = await plan([price(105)])
      const current = await ItemModel.findById(item._id).orFail().lean()
      const edit = meera.call(updateItem, {
        params: { itemId: item._id },
        body: { price: to, resellPrice: 104, itemInstock: true, __v: current.__v },
      })
      const [saved] = await Promise.allSettled([edit, apply(set.id)])
      const { prices } = await stored(set.id)
      const [now] = await pricesOf(item)
      // The first gets its confirmation, the second is refused: neither is lost without a message.
      if (saved.status === 'fulfilled') expect([now, prices[0]?.result]).toEqual([to * 100, 'changed'])
      else expect([now, prices[0]?.result]).toEqual([10_500, 'applied'])
    }
  })

  it('is cancelled or applied, never both', async () => {
    for (let round = 0; round < 6; round += 1) {
      await setTo(10_900)
      const set = await plan([price(105)])
      const [cancelled] = await Promise.allSettled([cancel(set.id), apply(set.id)])
      const isCancelled = cancelled.status === 'fulfilled'
      expect((await stored(set.id)).state).toBe(isCancelled ? 'cancelled' : 'applied')
      expect((await pricesOf(item))[0]).toBe(isCancelled ? 10_900 : 10_500)
    }
  })

  it('can be cancelled twice, and not once it was applied', async () => {
    const set = await plan([price(105)])
    expect((await cancel(set.id)).set.state).toBe('cancelled')
    expect((await cancel(set.id)).set.state).toBe('cancelled')
    expect(
      await AuditModel.countDocuments({ target: `prices:${set.id}`, action: 'price_change.cancel' }),
    ).toBe(1)
    const done = (await save([price(105)])).set
    expect(await refusalOf(cancel(done.id))).toMatchObject({ status: 409, code: 'price_change_ended' })
    expect(await refusalOf(cancel('JC1'))).toMatchObject({ status: 404 })
  })

  it('needs a time in the future, and not too far', async () => {
    for (const applyAt of [inMs(-1_000), inMs(91 * 24 * hour)]) {
      expect(await refusalOf(save([price(105)], { applyAt }))).toMatchObject({
        status: 400,
        code: 'price_change_time',
        field: 'applyAt',
      })
    }
    expect(await refusalOf(save([price(105)], { applyAt: 'tomorrow' }))).toMatchObject({ status: 400 })
  })
})

it('repeats the reply with the planned change, though its time has passed', async () => {
  const actor = { userId: '0123456789abcdef01234567', name: 'Meera Iyer' }
  const request = { id: `JC${randomUUID()}`, prices: [price(105)], reason: '', applyAt: new Date(inMs(hour)) }
  const set = await schedulePriceChange(service.deps, actor, request)
  service.clock.advance(hour + 60_000)
  expect(await schedulePriceChange(service.deps, actor, request)).toMatchObject({
    _id: set._id,
    state: 'planned',
  })
})

describe('rolling back a price change', () => {
  it('previews the result, restores the previous prices as a change of its own, and can be rolled back too', async () => {
    const { set } = await save([price(105), price(98, { field: 'resellprice', from: 104 })])
    await setTo(11_000)
    const { prices } = await meera.call(calls.previewRollBack, { params: { id: set.id } })
    expect(prices.map(({ now, to, result }) => [now, to, result])).toEqual([
      [110, 109, 'changed'],
      [98, 104, 'applied'],
    ])
    const back = (await rollBack(set.id)).set
    expect(back).toMatchObject({ state: 'partly', rollsBackId: set.id, reason: 'too low' })
    expect(await pricesOf(item)).toEqual([11_000, 10_400])
    expect((await stored(set.id)).rolledBackBy).toBe(back.id)
    expect((await rollBack(back.id)).set).toMatchObject({ state: 'applied', rollsBackId: back.id })
    expect(await pricesOf(item)).toEqual([11_000, 9_800])
  })

  it('happens once, also when two admins press at the same time', async () => {
    const { set } = await save([price(105)])
    const imran = await service.as(await insertAdmin({ name: 'Imran' }))
    const ends = await Promise.allSettled([rollBack(set.id), rollBack(set.id, imran), rollBack(set.id)])
    const refused = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason.code] : []))
    expect(refused).toEqual(['price_change_rolled_back', 'price_change_rolled_back'])
    expect(await PriceChangeModel.countDocuments({ rollsBackId: set.id })).toBe(1)
    expect(await pricesOf(item)).toEqual([10_900, 10_400])
  })

  it('returns the same change for repetitions of one press, also at the same time', async () => {
    const actor = { userId: '0123456789abcdef01234567', name: 'Meera Iyer' }
    for (let round = 0; round < 5; round += 1) {
      await setTo(10_900)
      const { set } = await save([price(105)])
      const back = { id: set.id, newId: `JC${randomUUID()}`, reason: '' }
      const ends = await Promise.all([1, 2, 3].map(() => rollBackPriceChange(service.deps, actor, back)))
      expect(ends.map(({ _id }) => _id)).toEqual([back.newId, back.newId, back.newId])
      expect(await PriceChangeModel.countDocuments({ rollsBackId: set.id })).toBe(1)
    }
  })

  it('changes nothing where none of its prices is current any more, or none was applied', async () => {
    const { set } = await save([price(105)])
    await setTo(12_000)
    expect(await refusalOf(rollBack(set.id))).toMatchObject({ status: 409, code: 'price_change_stale' })
    expect((await stored(set.id)).rolledBackBy).toBe('')
    expect(await pricesOf(item)).toEqual([12_000, 10_400])
    const waits = await plan([price(105)])
    expect(await refusalOf(rollBack(waits.id))).toMatchObject({ code: 'price_change_not_applied' })
  })
})

it('is listed among all changes, the latest first, with pending ones by their time', async () => {
  await PriceChangeModel.deleteMany({})
  const { set: now } = await save([price(105)])
  const later = (await save([price(106)], { applyAt: inMs(2 * hour) })).set
  const sooner = await plan([price(107)])
  const first = await meera.call(calls.priceChanges, { query: { limit: 2 } })
  expect(first.planned.map(({ id }) => id)).toEqual([sooner.id, later.id])
  expect(first.sets.map(({ id }) => id)).toEqual([sooner.id, later.id])
  const second = await meera.call(calls.priceChanges, { query: { limit: 2, cursor: first.next } })
  expect([second.planned, second.sets.map(({ id }) => id), second.next]).toEqual([[], [now.id], ''])
})

describe('price changes with workers', () => {
  it('are applied at their time, though the job is lost, and shown where they are late', async () => {
    const set = await plan([price(105)])
    service.clock.advance(hour + 60_000)
    const late = await meera.call(maintenance)
    expect(late).toContainEqual(expect.objectContaining({ id: set.id, kind: 'prices', task: 'apply' }))
    await service.startAnotherWorkers()
    await until(
      () => stored(set.id),
      ({ state }) => state === 'applied',
    )
    expect(await pricesOf(item)).toEqual([10_500, 10_400])
  })
})

it('sets separate price floors for customers and resellers, and not by two admins at once', async () => {
  const current = await meera.call(priceFloors)
  expect(current).toEqual({ customers: 5, resellers: 5, __v: 0 })
  const save = (customers: number, __v: number) =>
    meera.call(savePriceFloors, { body: { customers, resellers: 6, __v } })
  const ends = await Promise.allSettled([save(12, 0), save(13, 0)])
  expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  const now = await meera.call(priceFloors)
  expect(now).toMatchObject({ resellers: 6, __v: 1 })
  expect(await refusalOf(save(1, 0))).toMatchObject({ status: 409, code: 'price_floors_changed' })
  expect(await save(20, 1)).toEqual({ customers: 20, resellers: 6, __v: 2 })
  expect(await AuditModel.countDocuments({ action: 'price_change.floors' })).toBe(2)
})
