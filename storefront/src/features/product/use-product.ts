import type { Item, Product } from '@jhatpat/shared/contracts/catalogue.ts'
import { type QueryClient, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { keys } from '../../lib/known.ts'
import { useCall } from '../../lib/use-call.ts'

/**
 * Visitors without a session receive no updates of prices and stock: an open page polls at this interval, in
 * ms.
 */
const againMs = 60_000
/** After a failure the page polls at this interval, in ms. */
const retryMs = 5_000
const interval = ({ state }: { state: { status: string } }) => (state.status === 'error' ? retryMs : againMs)

export function useProduct(id: string): UseQueryResult<Product> {
  const call = useCall()
  const query = useQuery({
    queryKey: keys.product(id),
    queryFn: ({ signal }) => call('eachProduct', { params: { id }, signal }),
    refetchInterval: interval,
  })
  useLogged('The product could not be fetched.', query.error)
  return query
}

export function useItems(productId: string): UseQueryResult<Item[]> {
  const call = useCall()
  const query = useQuery({
    queryKey: keys.items(productId),
    queryFn: ({ signal }) => call('itemsOfProduct', { params: { productId }, signal }),
    refetchInterval: interval,
  })
  useLogged('The items could not be fetched.', query.error)
  return query
}

/** Refetches product and items, which stay on the screen meanwhile. */
export function clearCatalogueCache(queries: QueryClient, productId: string): void {
  queries.invalidateQueries({ queryKey: ['product', productId] })
  queries.invalidateQueries({ queryKey: keys.items(productId) })
}

function useLogged(action: string, error: Error | null): void {
  useEffect(() => {
    if (error) console.error(action, error)
  }, [action, error])
}
