import { publishCatalogueUpdate } from '../catalogue/index.ts'
import type { Deps } from '../deps.ts'
import type { IPriceChange } from './price-change-model.ts'

/**
 * Publishes a decided price change to open pages, even if no price was written, because it may have prices that are
 * pending approval.
 */
export function publishPriceChange({ publisher }: Pick<Deps, 'publisher'>, { prices }: IPriceChange): void {
  publishCatalogueUpdate({ publisher }, { itemids: [...new Set(prices.map(({ itemid }) => itemid))] })
}
