import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { IChangedPrice } from './price-change-model.ts'
import { decidePrices, type Prices, previousPrices, priceChangeState, pricesToWrite } from './price-rules.ts'

const fields = ['discountedPaise', 'resellPaise'] as const
const numbers = [101, 102, 103]

/**
 * Admin actions in any order: schedule a change from the current prices, edit a price, delete an item, apply, roll
 * back.
 */
const cell = fc.record({ itemid: fc.constantFrom(...numbers), field: fc.constantFrom(...fields) })
const typed = fc.record({ at: cell, paise: fc.integer({ min: 1, max: 6 }) })
const actions = fc.oneof(
  { weight: 3, arbitrary: fc.record({ action: fc.constant('plan' as const), prices: fc.array(typed) }) },
  { weight: 2, arbitrary: fc.record({ action: fc.constant('type' as const), price: typed }) },
  { weight: 1, arbitrary: fc.record({ action: fc.constant('delete' as const), at: cell }) },
  { weight: 3, arbitrary: fc.record({ action: fc.constant('apply' as const), set: fc.nat(9) }) },
  { weight: 3, arbitrary: fc.record({ action: fc.constant('roll_back' as const), set: fc.nat(9) }) },
)
type Action = typeof actions extends fc.Arbitrary<infer T> ? T : never

type Shop = {
  items: Map<number, Record<(typeof fields)[number], number>>
  priceChanges: IChangedPrice[][]
  /** Every price that was typed for a cell, and the initial one. */
  typed: Map<string, Set<number>>
}

const newShop = (): Shop => ({
  items: new Map(numbers.map((itemid) => [itemid, { discountedPaise: 3, resellPaise: 2 }])),
  priceChanges: [],
  typed: new Map(
    numbers.flatMap((itemid) => [
      [`${itemid}:discountedPaise`, new Set([3])],
      [`${itemid}:resellPaise`, new Set([2])],
    ]),
  ),
})

function schedulePrices(
  { items, typed: all }: Shop,
  inputs: readonly { at: Cell; paise: number }[],
): IChangedPrice[] {
  const lastByCell = new Map(inputs.map((input) => [`${input.at.itemid}:${input.at.field}`, input]))
  return [...lastByCell].flatMap(([key, { at, paise }]) => {
    const fromPaise = items.get(at.itemid)?.[at.field]
    if (fromPaise === undefined) return []
    all.get(key)?.add(paise)
    return [{ ...at, name: '', fromPaise, toPaise: paise, result: null, ...unknown }]
  })
}
const unknown = { actualPaise: null, costPaise: null, decidedCostPaise: null }
type Cell = { itemid: number; field: (typeof fields)[number] }

function write({ items }: Shop, prices: readonly IChangedPrice[]): IChangedPrice[] {
  const before = new Map([...items].map(([itemid, item]): [number, Prices] => [itemid, { ...item }]))
  const decided = decidePrices(prices, (itemid) => items.get(itemid))
  for (const [itemid, after] of pricesToWrite(decided)) Object.assign(items.get(itemid)!, after)
  for (const { itemid, field, fromPaise, toPaise, result, actualPaise } of decided) {
    const [previous, current] = [before.get(itemid)?.[field], items.get(itemid)?.[field]]
    if (result === 'applied') expect([previous, current]).toEqual([fromPaise, toPaise])
    else expect(current, 'a price that is not applied stays unchanged').toBe(previous)
    if (result === 'changed') expect(actualPaise).toBe(previous)
    if (result === 'gone') expect(previous).toBeUndefined()
  }
  return decided
}

function perform(shop: Shop, action: Action): void {
  if (action.action === 'plan') shop.priceChanges.push(schedulePrices(shop, action.prices))
  if (action.action === 'delete') shop.items.delete(action.at.itemid)
  if (action.action === 'type') {
    const { at, paise } = action.price
    const item = shop.items.get(at.itemid)
    if (item) item[at.field] = paise
    shop.typed.get(`${at.itemid}:${at.field}`)?.add(paise)
  }
  const set = 'set' in action ? shop.priceChanges[action.set] : undefined
  if (!set) return
  if (action.action === 'apply' && set.every(({ result }) => result === null)) {
    shop.priceChanges[action.set as number] = write(shop, set)
  }
  if (action.action === 'roll_back') shop.priceChanges.push(write(shop, previousPrices(set)))
}

describe('price changes that are scheduled, applied and rolled back in any order among other edits', () => {
  it('leave only prices that an admin typed, and never overwrite a price set by another change', () => {
    fc.assert(
      fc.property(fc.array(actions, { maxLength: 40 }), (steps) => {
        const shop = newShop()
        for (const action of steps) perform(shop, action)
        for (const [itemid, item] of shop.items) {
          for (const field of fields) expect(shop.typed.get(`${itemid}:${field}`)).toContain(item[field])
        }
      }),
    )
  })

  it('restore exactly the previous prices if nothing changed in between', () => {
    fc.assert(
      fc.property(fc.array(typed, { minLength: 1 }), (inputs) => {
        const shop = newShop()
        const before = structuredClone(shop.items)
        const applied = write(shop, schedulePrices(shop, inputs))
        expect(priceChangeState(applied)).toBe('applied')
        const rolledBack = write(shop, previousPrices(applied))
        expect(shop.items).toEqual(before)
        expect(rolledBack.every(({ result }) => result === 'applied')).toBe(true)
      }),
    )
  })
})

it.each([
  [['applied', 'same'], 'applied'],
  [['applied', 'changed'], 'partly'],
  [['same', 'gone'], 'partly'],
  [['gone', 'changed'], 'refused'],
] as const)('gives a price change with results %j the state %s', (results, state) => {
  expect(priceChangeState(results.map((result) => ({ result }) as IChangedPrice))).toBe(state)
})
