import type { HomeProducts } from '@jhatpat/shared/contracts/catalogue.ts'
import type { HomeGallery } from '@jhatpat/shared/contracts/gallery.ts'

/**
 * The last home page shown in this browser: names and pictures, without prices, stock and the offers' dates.
 */
type Known = { products: HomeProducts; gallery: Omit<HomeGallery, 'Popup'> }

/** Not in local storage, which is emptied with every session that ends. */
const place = 'home-1'

/** Maximum age in ms; an older page may show another catalogue. */
const goodForMs = 7 * 24 * 3_600_000

/** The cached page, or undefined if there is none, it is too old, or another version wrote it. */
export async function readCachedHome<Name extends keyof Known>(name: Name): Promise<Known[Name] | undefined> {
  if (!('caches' in globalThis)) return undefined
  const kept = await caches.match(addressOf(name), { cacheName: place })
  const at = Number(kept?.headers.get('x-kept-at'))
  if (!kept || Date.now() - at > goodForMs || Date.now() < at) return undefined
  const calls = await import('../../lib/calls.ts')
  const { result } = name === 'products' ? calls.homeProducts : calls.homeGallery
  const read = result.safeParse(
    name === 'gallery' ? { ...(await kept.json()), Popup: [] } : await kept.json(),
  )
  return read.success ? (read.data as Known[Name]) : undefined
}

export async function writeCachedHome<Name extends keyof Known>(
  name: Name,
  known: Known[Name],
): Promise<void> {
  if (!('caches' in globalThis)) return
  const cache = await caches.open(place)
  await cache.put(addressOf(name), Response.json(known, { headers: { 'x-kept-at': String(Date.now()) } }))
}

const addressOf = (name: keyof Known) => `/home-1/${name}`
