import { type InitialData, initialDataId } from '@jhatpat/shared/contracts/initial-data.ts'
import type { QueryClient } from '@tanstack/react-query'

/** The query keys of a page's cached data. */
export const keys = {
  homeProducts: ['home', 'products'],
  homeGallery: ['home', 'gallery'],
  product: (id: string) => ['product', id],
  items: (productId: string) => ['items', productId],
  delays: ['delays'],
  support: ['support'],
} as const

/** Adds the initial data that the server has written into this page to the cache, as if just fetched. */
export function hydrateCache(queries: QueryClient, pathname: string): void {
  const written = document.getElementById(initialDataId)
  if (!written) return
  writeInitialData(queries, pathname, JSON.parse(written.textContent ?? '{}'))
  // Data restored from the browser's memory is shown, and fetched again.
  const [visit] = performance.getEntriesByType('navigation')
  const isOld = visit instanceof PerformanceNavigationTiming && visit.type === 'back_forward'
  if (isOld) void queries.invalidateQueries()
}

export function writeInitialData(queries: QueryClient, pathname: string, initialData: InitialData): void {
  const { homeProducts, homeGallery, product, items, delays, support } = initialData
  const id = productIdIn(pathname)
  if (homeProducts) queries.setQueryData(keys.homeProducts, homeProducts)
  if (homeGallery) queries.setQueryData(keys.homeGallery, homeGallery)
  if (delays) queries.setQueryData(keys.delays, delays)
  if (support) queries.setQueryData(keys.support, support)
  if (product && id) queries.setQueryData(keys.product(id), product)
  if (items && id) queries.setQueryData(keys.items(id), items)
}

function productIdIn(pathname: string): string | undefined {
  const [, encoded] = /^\/product\/([^/]+)/.exec(pathname) ?? []
  return encoded && decodeURIComponent(encoded)
}
