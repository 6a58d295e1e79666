import { tellOfGoods } from '../catalogue/index.ts'
import type { Deps } from '../deps.ts'
import { writtenBy } from './price-rules.ts'
import type { IPriceSet } from './price-set-model.ts'

/** Tells open pages of the prices that a set has written. */
export function tellOfPrices({ publisher }: Pick<Deps, 'publisher'>, { prices }: IPriceSet): void {
  const itemids = [...writtenBy(prices).keys()]
  if (itemids.length > 0) tellOfGoods({ publisher }, { itemids })
}
