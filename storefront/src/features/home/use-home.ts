import type { HomeProducts } from '@jhatpat/shared/contracts/catalogue.ts'
import type { HomeGallery } from '@jhatpat/shared/contracts/gallery.ts'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useCall } from '../../lib/use-call.ts'

export function useHomeProducts(): UseQueryResult<HomeProducts> {
  const call = useCall()
  const query = useQuery({
    queryKey: ['home', 'products'],
    queryFn: ({ signal }) => call('homeProducts', { signal }),
  })
  useLogged('The home page’s products could not be fetched.', query.error)
  return query
}

export function useHomeGallery(): UseQueryResult<HomeGallery> {
  const call = useCall()
  const query = useQuery({
    queryKey: ['home', 'gallery'],
    queryFn: ({ signal }) => call('homeGallery', { signal }),
  })
  useLogged('The home page’s banners could not be fetched.', query.error)
  return query
}

function useLogged(what: string, error: Error | null): void {
  useEffect(() => {
    if (error) console.error(what, error)
  }, [what, error])
}
