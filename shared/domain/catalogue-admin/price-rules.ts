import type { PriceChangeState } from '../../contracts/price-changes.ts'
import type { PriceFloors } from '../../contracts/price-floors.ts'
import type { IChangedPrice } from './price-change-model.ts'

/** An item's current prices, in paise. */
export type Prices = Readonly<Record<IChangedPrice['field'], number>>

/** Decides each price against the item's current ones. `itemOf` returns undefined for a deleted item. */
export function decidePrices(
  prices: readonly IChangedPrice[],
  itemOf: (itemid: number) => Prices | undefined,
): IChangedPrice[] {
  return prices.map((price) => {
    const now = itemOf(price.itemid)?.[price.field]
    if (now === undefined) return { ...price, result: 'gone', actualPaise: null }
    if (now === price.toPaise) return { ...price, result: 'same', actualPaise: null }
    // Another admin has set another price since: it is not overwritten.
    if (now !== price.fromPaise) return { ...price, result: 'changed', actualPaise: now }
    return { ...price, result: 'applied', actualPaise: null }
  })
}

type Floors = Pick<PriceFloors, 'customers' | 'resellers'>

/**
 * Records each item's current cost, and withholds lowered prices of items whose cost has risen since the change was
 * planned (or their first known cost), if one of them would leave less than its floor. Raised prices are always
 * applied, because the old price leaves even less.
 * @param floors per cent of the price; undefined: no price is withheld
 */
export function withholdPrices(
  decided: readonly IChangedPrice[],
  costOf: (itemid: number) => number | null,
  floors: Floors | undefined,
): IChangedPrice[] {
  const prices = decided.map((price) => ({ ...price, decidedCostPaise: costOf(price.itemid) }))
  if (!floors) return prices
  const belowFloor = prices.filter((price) => price.result === 'applied' && fallsBelow(price, floors))
  const pending = new Set(belowFloor.map(({ itemid }) => itemid))
  return prices.map((price) =>
    price.result === 'applied' && isLowered(price) && pending.has(price.itemid)
      ? { ...price, result: 'pending' }
      : price,
  )
}

const isLowered = ({ fromPaise, toPaise }: IChangedPrice): boolean => toPaise < fromPaise

function fallsBelow(price: IChangedPrice, floors: Floors): boolean {
  const { field, toPaise, costPaise, decidedCostPaise } = price
  if (!isLowered(price) || decidedCostPaise === null || (costPaise !== null && decidedCostPaise <= costPaise))
    return false
  const percent = field === 'resellPaise' ? floors.resellers : floors.customers
  return (toPaise - decidedCostPaise) * 100 < percent * toPaise
}

/** The withheld prices, to be decided again against the items' cost at that time. */
export const pendingPrices = (prices: readonly IChangedPrice[]): IChangedPrice[] =>
  prices
    .filter(({ result }) => result === 'pending')
    .map(({ risk: _, ...price }) => ({
      ...price,
      costPaise: price.decidedCostPaise,
      decidedCostPaise: null,
      result: null,
    }))

/** The state of a price change after its prices were decided. */
export function priceChangeState(
  prices: readonly IChangedPrice[],
): Exclude<PriceChangeState, 'planned' | 'cancelled'> {
  const refused = prices.filter(({ result }) => result !== 'applied' && result !== 'same').length
  if (refused === 0) return 'applied'
  return refused === prices.length ? 'refused' : 'partly'
}

/** The previous prices of those that a price change has written; only these are rolled back. */
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

/** The prices to write, by item. */
export function pricesToWrite(prices: readonly IChangedPrice[]): Map<number, Partial<Prices>> {
  const written = new Map<number, Partial<Prices>>()
  for (const { itemid, field, toPaise, result } of prices) {
    if (result === 'applied') written.set(itemid, { ...written.get(itemid), [field]: toPaise })
  }
  return written
}
