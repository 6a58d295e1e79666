import type { PriceFloors } from '../../contracts/price-floors.ts'
import type { PriceSetState } from '../../contracts/price-sets.ts'
import type { ISetPrice } from './price-set-model.ts'

/** An item's prices as they stand, in paise. */
export type Prices = Readonly<Record<ISetPrice['field'], number>>

/** What becomes of each price of a set, with the items as they stand; undefined: the item is gone. */
export function decidePrices(
  prices: readonly ISetPrice[],
  itemOf: (itemid: number) => Prices | undefined,
): ISetPrice[] {
  return prices.map((price) => {
    const now = itemOf(price.itemid)?.[price.field]
    if (now === undefined) return { ...price, result: 'gone', foundPaise: null }
    if (now === price.toPaise) return { ...price, result: 'same', foundPaise: null }
    // Somebody has set another price since: theirs is not written over.
    if (now !== price.fromPaise) return { ...price, result: 'changed', foundPaise: now }
    return { ...price, result: 'applied', foundPaise: null }
  })
}

type Floors = Pick<PriceFloors, 'customers' | 'resellers'>

/**
 * Notes what each price's item costs now, and holds back what would be lowered of an item that costs more than when the
 * set was planned, or was first told, where one of them would leave less than its floor. What is raised is always
 * applied: the old price leaves less still.
 * @param floors per cent of the price; undefined: nothing is held back
 */
export function holdBack(
  decided: readonly ISetPrice[],
  costOf: (itemid: number) => number | null,
  floors: Floors | undefined,
): ISetPrice[] {
  const prices = decided.map((price) => ({ ...price, endCostPaise: costOf(price.itemid) }))
  if (!floors) return prices
  const low = prices.filter((price) => price.result === 'applied' && sinksBelow(price, floors))
  const held = new Set(low.map(({ itemid }) => itemid))
  return prices.map((price) =>
    price.result === 'applied' && isLowered(price) && held.has(price.itemid)
      ? { ...price, result: 'held' }
      : price,
  )
}

const isLowered = ({ fromPaise, toPaise }: ISetPrice): boolean => toPaise < fromPaise

function sinksBelow(price: ISetPrice, floors: Floors): boolean {
  const { field, toPaise, costPaise, endCostPaise } = price
  if (!isLowered(price) || endCostPaise === null || (costPaise !== null && endCostPaise <= costPaise))
    return false
  const percent = field === 'resellPaise' ? floors.resellers : floors.customers
  return (toPaise - endCostPaise) * 100 < percent * toPaise
}

/** The prices that were held back, to be decided anew against what their items cost by then. */
export const heldOf = (prices: readonly ISetPrice[]): ISetPrice[] =>
  prices
    .filter(({ result }) => result === 'held')
    .map(({ risk: _, ...price }) => ({
      ...price,
      costPaise: price.endCostPaise,
      endCostPaise: null,
      result: null,
    }))

/** What a set is after its prices were decided. */
export function stateAfter(prices: readonly ISetPrice[]): Exclude<PriceSetState, 'planned' | 'cancelled'> {
  const refused = prices.filter(({ result }) => result !== 'applied' && result !== 'same').length
  if (refused === 0) return 'applied'
  return refused === prices.length ? 'refused' : 'partly'
}

/** The prices of before, from those that a set has written: only these are brought back. */
export const turnedBack = (prices: readonly ISetPrice[]): ISetPrice[] =>
  prices
    .filter(({ result }) => result === 'applied')
    .map(({ risk: _, ...price }) => ({
      ...price,
      fromPaise: price.toPaise,
      toPaise: price.fromPaise,
      result: null,
      foundPaise: null,
      costPaise: null,
      endCostPaise: null,
    }))

/** The prices that are written, by item. */
export function writtenBy(prices: readonly ISetPrice[]): Map<number, Partial<Prices>> {
  const written = new Map<number, Partial<Prices>>()
  for (const { itemid, field, toPaise, result } of prices) {
    if (result === 'applied') written.set(itemid, { ...written.get(itemid), [field]: toPaise })
  }
  return written
}
