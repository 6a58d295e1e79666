import type { CatalogueUpdate } from '@jhatpat/shared/contracts/realtime.ts'
import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { keys } from '../../lib/known.ts'
import { refetchCatalogue } from './refetch-catalogue.ts'

/** Which cached queries of a page are refetched. */
function refetched(update: Partial<CatalogueUpdate>): string[] {
  const queries = new QueryClient()
  queries.setQueryData(keys.homeProducts, {})
  queries.setQueryData(keys.homeGallery, {})
  queries.setQueryData(keys.product('ml'), { items: [101, 102] })
  queries.setQueryData(keys.items('ml'), [{ itemid: 101 }, { itemid: 102 }])
  queries.setQueryData(keys.product('ff'), { items: [201] })
  queries.setQueryData(keys.items('ff'), [{ itemid: 201 }])
  queries.setQueryData(['balance', 'U1'], {})
  refetchCatalogue(queries, { itemids: [], productids: [], ...update })
  const all = queries.getQueryCache().getAll()
  return all.filter(({ state }) => state.isInvalidated).map(({ queryKey }) => queryKey.join('/'))
}

it.each([
  [{ itemids: [102] }, ['product/ml', 'items/ml']],
  [{ productids: ['ff'] }, ['home/products', 'product/ff', 'items/ff']],
  [{ itemids: [999] }, []],
  [{}, ['home/products', 'product/ml', 'items/ml', 'product/ff', 'items/ff']],
] as const)('refetches after the update %j: %j', (update, again) => {
  expect(refetched(update)).toEqual(again)
})
