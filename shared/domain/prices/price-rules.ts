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

/** What a set is after its prices were decided. */
export function stateAfter(prices: readonly ISetPrice[]): Exclude<PriceSetState, 'planned' | 'cancelled'> {
  const refused = prices.filter(({ result }) => result === 'changed' || result === 'gone').length
  if (refused === 0) return 'applied'
  return refused === prices.length ? 'refused' : 'partly'
}

/** The prices of before, from those that a set has written: only these are brought back. */
export const turnedBack = (prices: readonly ISetPrice[]): ISetPrice[] =>
  prices
    .filter(({ result }) => result === 'applied')
    .map((price) => ({
      ...price,
      fromPaise: price.toPaise,
      toPaise: price.fromPaise,
      result: null,
      foundPaise: null,
    }))

/** The prices that are written, by item. */
export function writtenBy(prices: readonly ISetPrice[]): Map<number, Partial<Prices>> {
  const written = new Map<number, Partial<Prices>>()
  for (const { itemid, field, toPaise, result } of prices) {
    if (result === 'applied') written.set(itemid, { ...written.get(itemid), [field]: toPaise })
  }
  return written
}
