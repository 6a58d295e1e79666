import type { PriceChangeState } from '../../contracts/price-changes.ts'
import type { PriceFloors } from '../../contracts/price-floors.ts'
import type { IChangedPrice } from './price-change-model.ts'

/** An item's prices as they stand, in paise. */
export type Prices = Readonly<Record<IChangedPrice['field'], number>>

/** What becomes of each price of a set, with the items as they stand; undefined: the item is gone. */
export function decidePrices(
  prices: readonly IChangedPrice[],
  itemOf: (itemid: number) => Prices | undefined,
): IChangedPrice[] {
  return prices.map((price) => {
    const now = itemOf(price.itemid)?.[price.field]
    if (now === undefined) return { ...price, result: 'gone', actualPaise: null }
    if (now === price.toPaise) return { ...price, result: 'same', actualPaise: null }
    // Somebody has set another price since: theirs is not written over.
    if (now !== price.fromPaise) return { ...price, result: 'changed', actualPaise: now }
    return { ...price, result: 'applied', actualPaise: null }
  })
}

type Floors = Pick<PriceFloors, 'customers' | 'resellers'>

/**
 * Notes what each price's item costs now, and holds back what would be lowered of an item that costs more than when the
 * set was planned, or was first told, where one of them would leave less than its floor. What is raised is always
 * applied: the old price leaves less still.
 * @param floors per cent of the price; undefined: nothing is held back
 */
export function withholdPrices(
  decided: readonly IChangedPrice[],
  costOf: (itemid: number) => number | null,
  floors: Floors | undefined,
): IChangedPrice[] {
  const prices = decided.map((price) => ({ ...price, decidedCostPaise: costOf(price.itemid) }))
  if (!floors) return prices
  const low = prices.filter((price) => price.result === 'applied' && sinksBelow(price, floors))
  const pending = new Set(low.map(({ itemid }) => itemid))
  return prices.map((price) =>
    price.result === 'applied' && isLowered(price) && pending.has(price.itemid)
      ? { ...price, result: 'pending' }
      : price,
  )
}

const isLowered = ({ fromPaise, toPaise }: IChangedPrice): boolean => toPaise < fromPaise

function sinksBelow(price: IChangedPrice, floors: Floors): boolean {
  const { field, toPaise, costPaise, decidedCostPaise } = price
  if (!isLowered(price) || decidedCostPaise === null || (costPaise !== null && decidedCostPaise <= costPaise))
    return false
  const percent = field === 'resellPaise' ? floors.resellers : floors.customers
  return (toPaise - decidedCostPaise) * 100 < percent * toPaise
}

/** The prices that were held back, to be decided anew against what their items cost by then. */
export const pendingPrices = (prices: readonly IChangedPrice[]): IChangedPrice[] =>
  prices
    .filter(({ result }) => result === 'pending')
    .map(({ risk: _, ...price }) => ({
      ...price,
      costPaise: price.decidedCostPaise,
      decidedCostPaise: null,
      result: null,
    }))

/** What a set is after its prices were decided. */
export function priceChangeState(
  prices: readonly IChangedPrice[],
): Exclude<PriceChangeState, 'planned' | 'cancelled'> {
  const refused = prices.filter(({ result }) => result !== 'applied' && result !== 'same').length
  if (refused === 0) return 'applied'
  return refused === prices.length ? 'refused' : 'partly'
}

/** The prices of before, from those that a set has written: only these are brought back. */
export const previousPrices = (prices: readonly IChangedPrice[]): IChangedPrice[] =>
  prices
    .filter(({ result }) => result === 'applied')
    .map(({ risk: _, ...price }) => ({
      ...price,
      fromPaise: price.toPaise,
      toPaise: price.fromPaise,
      result: null,
      actualPaise: null,
      costPaise: null,
      decidedCostPaise: null,
    }))

/** The prices that are written, by item. */
export function pricesToWrite(prices: readonly IChangedPrice[]): Map<number, Partial<Prices>> {
  const written = new Map<number, Partial<Prices>>()
  for (const { itemid, field, toPaise, result } of prices) {
    if (result === 'applied') written.set(itemid, { ...written.get(itemid), [field]: toPaise })
  }
  return written
}
