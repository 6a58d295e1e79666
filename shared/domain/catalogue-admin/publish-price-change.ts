import { publishCatalogueUpdate } from '../catalogue/index.ts'
import type { Deps } from '../deps.ts'
import type { IPriceChange } from './price-change-model.ts'

/**
 * Tells open pages of a set that was decided or answered, also where nothing was written: who may answer for prices that
 * were held back learns of them by it.
 */
export function publishPriceChange({ publisher }: Pick<Deps, 'publisher'>, { prices }: IPriceChange): void {
  publishCatalogueUpdate({ publisher }, { itemids: [...new Set(prices.map(({ itemid }) => itemid))] })
}
