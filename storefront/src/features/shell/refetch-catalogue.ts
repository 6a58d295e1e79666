import type { Item, Product } from '@jhatpat/shared/contracts/catalogue.ts'
import type { CatalogueUpdate } from '@jhatpat/shared/contracts/realtime.ts'
import type { QueryClient } from '@tanstack/react-query'
import { keys } from '../../lib/known.ts'

/**
 * Refetches the cached queries that an update affects; the rest stays unchanged. The calls send their ETag,
 * so that unchanged data costs nothing.
 */
export function refetchCatalogue(queries: QueryClient, { itemids, productids }: CatalogueUpdate): void {
  const isAny = itemids.length + productids.length === 0
  void queries.invalidateQueries({
    predicate: ({ queryKey: [what, id], state: { data } }) => {
      if (what === 'items') {
        return isAny || ((data as Item[] | undefined) ?? []).some(({ itemid }) => itemids.includes(itemid))
      }
      if (what === 'product') {
        const sold = (data as Product | undefined)?.items ?? []
        return isAny || productids.includes(String(id)) || sold.some((itemid) => itemids.includes(itemid))
      }
      return what === keys.homeProducts[0] && id === keys.homeProducts[1] && (isAny || productids.length > 0)
    },
  })
  // The product now sells other items: its list has changed.
  for (const productid of productids) void queries.invalidateQueries({ queryKey: keys.items(productid) })
}
