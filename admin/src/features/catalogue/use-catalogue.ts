import { useServices } from '@jhatpat/shared/browser/services.tsx'
import { getAllItems } from '@jhatpat/shared/contracts/admin-items.ts'
import { getAllProducts } from '@jhatpat/shared/contracts/admin-products.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { imagesKey } from '../../lib/images.ts'

/** Queries under this key are fetched again when anything in the catalogue changes. */
export const catalogueKey = ['admin', 'catalogue'] as const

/** All products, in the view of admins. */
export function useProducts() {
  const { call } = useServices()
  return useQuery({
    queryKey: [...catalogueKey, 'products'],
    queryFn: ({ signal }) => call(getAllProducts, { signal }),
    refetchOnWindowFocus: 'always',
  })
}

/** All items, in the view of admins. */
export function useItems() {
  const { call } = useServices()
  return useQuery({
    queryKey: [...catalogueKey, 'items'],
    queryFn: ({ signal }) => call(getAllItems, { signal }),
    refetchOnWindowFocus: 'always',
  })
}

/**
 * Fetches products and items again after a change: they refer to each other, and images refer to
 * both.
 */
export function useReloadCatalogue(): () => Promise<void> {
  const queries = useQueryClient()
  return async () => {
    await Promise.all([catalogueKey, imagesKey].map((queryKey) => queries.invalidateQueries({ queryKey })))
  }
}

/** Minimum interval between fetches after changes, in ms; changes in between share one fetch. */
const throttleMs = 300

/** Keeps the shown catalogue up to date with changes of other admins. */
export function useLiveCatalogue(): void {
  const { realtime } = useServices()
  const reload = useReloadCatalogue()
  const latest = useRef(reload)
  latest.current = reload
  useEffect(() => realtime.subscribeCatalogue(() => void latest.current(), throttleMs), [realtime])
}
