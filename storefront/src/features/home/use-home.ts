import type { HomeProducts } from '@jhatpat/shared/contracts/catalogue.ts'
import type { HomeGallery } from '@jhatpat/shared/contracts/gallery.ts'
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { keys } from '../../lib/known.ts'
import { useCall } from '../../lib/use-call.ts'

export function useHomeProducts(): UseQueryResult<HomeProducts> {
  const call = useCall()
  const query = useQuery({
    queryKey: keys.homeProducts,
    queryFn: ({ signal }) => call('homeProducts', { signal }),
  })
  useCachedHome('products', query)
  useLogged('The home page’s products could not be fetched.', query.error)
  return query
}

export function useHomeGallery(): UseQueryResult<HomeGallery> {
  const call = useCall()
  const query = useQuery({
    queryKey: keys.homeGallery,
    queryFn: ({ signal }) => call('homeGallery', { signal }),
  })
  useCachedHome('gallery', query)
  useLogged('The home page’s banners could not be fetched.', query.error)
  return query
}

/** Fetch time of cached data as reported to the query: long ago, so that it always counts as stale. */
const cachedAt = 1

/** Renders the cached home page until the server has answered, and caches the answer. */
function useCachedHome(
  name: 'products' | 'gallery',
  { data, dataUpdatedAt }: Pick<UseQueryResult<HomeProducts | HomeGallery>, 'data' | 'dataUpdatedAt'>,
): void {
  const client = useQueryClient()
  useEffect(() => {
    if (dataUpdatedAt === cachedAt) return
    import('./cached-home.ts')
      .then(async ({ writeCachedHome, readCachedHome }) => {
        if (data) return writeCachedHome(name, data as never)
        const cached = await readCachedHome(name)
        const key = ['home', name]
        if (cached && !client.getQueryData(key)) client.setQueryData(key, cached, { updatedAt: cachedAt })
      })
      .catch(() => undefined)
  }, [client, name, data, dataUpdatedAt])
}

function useLogged(action: string, error: Error | null): void {
  useEffect(() => {
    if (error) console.error(action, error)
  }, [action, error])
}
