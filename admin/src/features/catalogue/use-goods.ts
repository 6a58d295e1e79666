import { useServices } from '@jhatpat/shared/browser/services.tsx'
import { getAllItems } from '@jhatpat/shared/contracts/admin-items.ts'
import { getAllProducts } from '@jhatpat/shared/contracts/admin-products.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { imagesKey } from '../../lib/images.ts'

/** What is kept under this key is asked for again when anything of the catalogue changed. */
export const goodsKey = ['admin', 'goods'] as const

/** Every product, as admins see it. */
export function useProducts() {
  const { call } = useServices()
  return useQuery({
    queryKey: [...goodsKey, 'products'],
    queryFn: ({ signal }) => call(getAllProducts, { signal }),
    refetchOnWindowFocus: 'always',
  })
}

/** Every item, likewise. */
export function useItems() {
  const { call } = useServices()
  return useQuery({
    queryKey: [...goodsKey, 'items'],
    queryFn: ({ signal }) => call(getAllItems, { signal }),
    refetchOnWindowFocus: 'always',
  })
}

/** Asks for products and items again, after one of them was changed; they name each other, and images name both. */
export function useReloadGoods(): () => Promise<void> {
  const queries = useQueryClient()
  return async () => {
    await Promise.all([goodsKey, imagesKey].map((queryKey) => queries.invalidateQueries({ queryKey })))
  }
}

/** An admin's page reads again so soon after a change, in ms; several at once are read once. */
const throttleMs = 300

/** Keeps what is shown of the catalogue as it is, whoever changes it. */
export function useLiveGoods(): void {
  const { realtime } = useServices()
  const reload = useReloadGoods()
  const latest = useRef(reload)
  latest.current = reload
  useEffect(() => realtime.subscribeCatalogue(() => void latest.current(), throttleMs), [realtime])
}
