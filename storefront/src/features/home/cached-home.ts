import type { HomeProducts } from '@jhatpat/shared/contracts/catalogue.ts'
import type { HomeGallery } from '@jhatpat/shared/contracts/gallery.ts'

/**
 * The last home page shown in this browser: names and pictures, without prices, stock and the offers' dates.
 */
type CachedHome = { products: HomeProducts; gallery: Omit<HomeGallery, 'Popup'> }

/** Not in local storage, which is emptied with every session that ends. */
const cacheName = 'home-1'

/** Maximum age in ms; an older page may show another catalogue. */
const goodForMs = 7 * 24 * 3_600_000

/** The cached page, or undefined if there is none, it is too old, or another version wrote it. */
export async function readCachedHome<Name extends keyof CachedHome>(
  name: Name,
): Promise<CachedHome[Name] | undefined> {
  if (!('caches' in globalThis)) return undefined
  const cached = await caches.match(addressOf(name), { cacheName })
  const at = Number(cached?.headers.get('x-kept-at'))
  if (!cached || Date.now() - at > goodForMs || Date.now() < at) return undefined
  const calls = await import('../../lib/calls.ts')
  const { result } = name === 'products' ? calls.homeProducts : calls.homeGallery
  const read = result.safeParse(
    name === 'gallery' ? { ...(await cached.json()), Popup: [] } : await cached.json(),
  )
  return read.success ? (read.data as CachedHome[Name]) : undefined
}

export async function writeCachedHome<Name extends keyof CachedHome>(
  name: Name,
  home: CachedHome[Name],
): Promise<void> {
  if (!('caches' in globalThis)) return
  const cache = await caches.open(cacheName)
  await cache.put(addressOf(name), Response.json(home, { headers: { 'x-kept-at': String(Date.now()) } }))
}

const addressOf = (name: keyof CachedHome) => `/home-1/${name}`
