import { randomUUID } from 'node:crypto'
import * as calls from '@jhatpat/shared/contracts/price-changes.ts'
import { savePriceFloors } from '@jhatpat/shared/contracts/price-floors.ts'
import { AuditModel } from '@jhatpat/shared/domain/audit/index.ts'
import { type ItemDoc, ItemModel } from '@jhatpat/shared/domain/catalogue/index.ts'
import {
  applyPriceChange,
  decidePendingPrices,
  PriceChangeModel,
} from '@jhatpat/shared/domain/catalogue-admin/index.ts'
import { SupplierProductModel, supplierProductId } from '@jhatpat/shared/domain/purchasing/index.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { auditRows } from '../../support/audit-rows.ts'
import { refusalOf } from '../../support/buying.ts'
import { provenCost } from '../../support/known-costs.ts'
import { insertAdmin } from '../../support/people.ts'
import type { Person } from '../../support/person.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { insertTestItem } from './catalogue-factory.ts'

let service: Service
let meera: Person
let item: ItemDoc
beforeAll(async () => {
  // One smile coin costs 1.42 rupees.
  service = await startService({ env: { SUPPLIER_CURRENCY_PAISE: 'SMILEBR:142' } })
  meera = await service.as(await insertAdmin({ name: 'Meera Iyer' }))
  await meera.call(savePriceFloors, { body: { customers: 12, resellers: 6, __v: 0 } })
})
afterAll(() => service.stop())
beforeEach(async () => {
  item = await insertTestItem({ isApi: true, apiType: 'SMILEBR', id: randomUUID().slice(0, 8) })
  await costs(60)
})

/** Sets the supplier's price to that many coins: 60 are 85.20 rupees. */
const costs = (coins: number, of: ItemDoc = item) =>
  SupplierProductModel.updateOne(
    { _id: supplierProductId('SMILEBR', of.id) },
    {
      $set: { price: String(coins / 10), cost: provenCost(String(coins)), syncedAt: service.clock.now() },
      $setOnInsert: {
        account: 'SMILEBR',
        page: 'mlbb',
        supplierItemId: of.id,
        name: '86 Diamonds',
        unit: 'BRL',
        fields: [],
        inStock: true,
      },
    },
    { upsert: true },
  )
const inMs = (ms: number) => new Date(service.clock.now().getTime() + ms).toISOString()
const plan = async (reviewsCost = true, more: { itemid: number; from: number; to: number }[] = []) => {
  const both = [
    { itemid: item._id, field: 'discountedprice' as const, from: 109, to: 100 },
    { itemid: item._id, field: 'resellprice' as const, from: 104, to: 97 },
  ]
  const prices = [...both, ...more.map((one) => ({ ...one, field: 'discountedprice' as const }))]
  const body = { prices, applyAt: inMs(3_600_000), reviewsCost }
  return (await meera.call(calls.createPriceChange, { body, idempotencyKey: randomUUID() })).set
}
const stored = (id: string) => PriceChangeModel.findById(id).orFail().lean()
const apply = async (id: string) => applyPriceChange(service.deps, id, (await stored(id)).due.apply.seq)
const pricesOf = async ({ _id }: ItemDoc) => {
  const { discountedPaise, resellPaise } = await ItemModel.findById(_id).orFail().lean()
  return [discountedPaise, resellPaise]
}
const answer = (id: string, apply: boolean, key = randomUUID()) =>
  meera.call(calls.decidePendingPrices, { params: { id }, body: { apply }, idempotencyKey: key })
const pendingPriceChange = async () => {
  const set = await plan()
  await costs(64)
  await apply(set.id)
  return set.id
}

describe('planned prices whose cost has changed', () => {
  it('are pending approval where one of their item would leave less than its floor, and the others are applied', async () => {
    const other = await insertTestItem()
    const set = await plan(true, [{ itemid: other._id, from: 109, to: 108 }])
    expect(set.prices.map(({ cost }) => cost)).toEqual([85.2, 85.2, undefined])
    // 90.88 of 100 leaves 9.1 %; of resellers' 97 it leaves 6.3 %, above their own floor.
    await costs(64)
    const published = vi.spyOn(service.deps.publisher, 'publish')
    onTestFinished(() => published.mockRestore())
    await apply(set.id)
    const update = { itemids: [item._id, other._id], productids: [] }
    expect(published.mock.calls).toEqual([['catalogue', 'catalogue.updated', update]])
    expect([await pricesOf(item), await pricesOf(other)]).toEqual([
      [10_900, 10_400],
      [10_800, 10_400],
    ])
    const { pending, ...others } = await meera.call(calls.priceChanges, { query: { only: 'pending' } })
    expect(others).toEqual({ planned: [], sets: [], next: '' })
    expect(pending.find(({ id }) => id === set.id)).toMatchObject({
      state: 'partly',
      pending: 'open',
      prices: [
        { result: 'pending', cost: 90.88, costBefore: 85.2 },
        { result: 'pending', cost: 90.88 },
        { result: 'applied' },
      ],
    })
  })

  it.each([
    ['a changed cost above the floor', 61, true],
    ['a lower cost', 50, true],
    ['a price change without the cost review', 64, false],
  ])('are applied after %s', async (_why, coins, isReviewed) => {
    const set = await plan(isReviewed)
    await costs(coins)
    await apply(set.id)
    expect(await pricesOf(item)).toEqual([10_000, 9_700])
    expect(await stored(set.id)).toMatchObject({ state: 'applied', pending: 'none' })
  })

  it('are applied where they were below the floor already when they were planned', async () => {
    await costs(64)
    const set = await plan()
    await apply(set.id)
    expect(await pricesOf(item)).toEqual([10_000, 9_700])
  })

  it.each([
    { to: [112, 107], coins: 72, after: [11_200, 10_700] },
    // The other one is lowered below its floor.
    { to: [100, 107], coins: 64, after: [10_900, 10_700] },
  ] as const)(
    'are applied when they rise, whatever is left after a higher cost: %o',
    async ({ to, coins, after }) => {
      const prices = [
        { itemid: item._id, field: 'discountedprice' as const, from: 109, to: to[0] },
        { itemid: item._id, field: 'resellprice' as const, from: 104, to: to[1] },
      ]
      const body = { prices, applyAt: inMs(3_600_000), reviewsCost: true }
      const { set } = await meera.call(calls.createPriceChange, { body, idempotencyKey: randomUUID() })
      await costs(coins)
      await apply(set.id)
      expect(await pricesOf(item)).toEqual(after)
    },
  )

  it('keep the cost at that time, whatever it becomes later', async () => {
    const set = await plan(false)
    await costs(61)
    await apply(set.id)
    await costs(20)
    const { sets } = await meera.call(calls.priceChanges)
    expect(sets.find(({ id }) => id === set.id)?.prices.map(({ cost }) => cost)).toEqual([86.62, 86.62])
  })
})

describe('the decision about prices pending approval', () => {
  it('applies them, as a change that can be rolled back, and is in the log', async () => {
    const id = await pendingPriceChange()
    const { set } = await answer(id, true)
    expect(set).toMatchObject({ state: 'applied', by: 'Meera Iyer', pending: 'none' })
    expect(await pricesOf(item)).toEqual([10_000, 9_700])
    expect((await stored(id)).pending).toBe('applied')
    expect(await auditRows({ target: `prices:${id}`, action: 'price_change.decide' })).toMatchObject([
      { by: { name: 'Meera Iyer' }, after: { pending: 'applied', priceChange: set.id } },
    ])
    const body = { reason: '' }
    await meera.call(calls.rollBackPriceChange, {
      params: { id: set.id },
      body,
      idempotencyKey: randomUUID(),
    })
    expect(await pricesOf(item)).toEqual([10_900, 10_400])
  })

  it('leaves them out, which a second press does not change, and they can no longer be applied', async () => {
    const id = await pendingPriceChange()
    const published = vi.spyOn(service.deps.publisher, 'publish')
    onTestFinished(() => published.mockRestore())
    expect((await answer(id, false)).message).toBe('They stay as they are.')
    const update = { itemids: [item._id], productids: [] }
    expect(published.mock.calls).toEqual([['catalogue', 'catalogue.updated', update]])
    await answer(id, false)
    expect(await refusalOf(answer(id, true))).toMatchObject({ status: 409, code: 'price_change_answered' })
    expect(await pricesOf(item)).toEqual([10_900, 10_400])
    expect(await AuditModel.countDocuments({ target: `prices:${id}`, action: 'price_change.decide' })).toBe(1)
    expect((await meera.call(calls.priceChanges)).pending.map((set) => set.id)).not.toContain(id)
  })

  it('is closed once the price change is rolled back', async () => {
    const other = await insertTestItem()
    const { id } = await plan(true, [{ itemid: other._id, from: 109, to: 108 }])
    await costs(64)
    await apply(id)
    const body = { reason: '' }
    await meera.call(calls.rollBackPriceChange, { params: { id }, body, idempotencyKey: randomUUID() })
    expect((await stored(id)).pending).toBe('dropped')
    expect(await refusalOf(answer(id, true))).toMatchObject({ code: 'price_change_answered' })
    expect(await pricesOf(item)).toEqual([10_900, 10_400])
  })

  it('is requested again where the cost rose again, and overwrites no price changed meanwhile', async () => {
    const id = await pendingPriceChange()
    await costs(66)
    const { set } = await answer(id, true)
    expect(set).toMatchObject({
      state: 'refused',
      pending: 'open',
      prices: [{ cost: 93.72, costBefore: 90.88 }, {}],
    })
    expect(await pricesOf(item)).toEqual([10_900, 10_400])
    await ItemModel.updateOne({ _id: item._id }, { $set: { discountedPaise: 11_500 }, $inc: { __v: 1 } })
    expect((await answer(set.id, true)).set.prices.map(({ result }) => result)).toEqual([
      'changed',
      'applied',
    ])
    expect(await pricesOf(item)).toEqual([11_500, 9_700])
  })

  it('is made once by several admins at the same time, with the same change for each', async () => {
    const actor = { userId: '0123456789abcdef01234567', name: 'Meera Iyer' }
    for (let round = 0; round < 5; round += 1) {
      await ItemModel.updateOne({ _id: item._id }, { $set: { discountedPaise: 10_900, resellPaise: 10_400 } })
      await costs(60)
      const id = await pendingPriceChange()
      const newId = `JC${randomUUID()}`
      const ends = await Promise.allSettled([
        decidePendingPrices(service.deps, actor, { id, newId, apply: true }),
        decidePendingPrices(service.deps, actor, { id, newId, apply: true }),
        answer(id, false),
        answer(id, true),
      ])
      const { pending } = await stored(id)
      const isApplied = pending === 'applied'
      expect(await pricesOf(item)).toEqual(isApplied ? [10_000, 9_700] : [10_900, 10_400])
      const done = ends.filter(({ status }) => status === 'fulfilled').length
      expect([pending, done].join()).toMatch(/^(dropped,1|applied,[12])$/)
      const made = await AuditModel.countDocuments({ target: `prices:${id}`, action: 'price_change.decide' })
      expect(made, 'the first answer counts').toBe(1)
    }
  })
})
