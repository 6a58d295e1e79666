/** How the worker serves a request: `asks` leaves it to the browser, as if there were no worker. */
export type CacheStrategy = 'file' | 'picture' | 'page' | 'asks'

type CacheableRequest = Pick<Request, 'method' | 'url' | 'mode' | 'cache'>

/** The shop's own pages are all addresses but these, which are other apps, data, or somebody's alone. */
const notOurs = /^\/(admin|api|media|ops|docs|socket\.io|healthz|readyz|service-worker)([./-]|$)/

/**
 * Pure. Only what is the same for everybody is ever kept: built files, whose names have their content in them, and a
 * few pictures. No answer of a call is: what it says of money must be of now.
 * @param pictures paths of the pictures that are kept
 */
export function cacheStrategyOf({ method, url, mode, cache }: CacheableRequest, origin: string, pictures: readonly string[]): CacheStrategy {
  const address = new URL(url)
  // Who wants to know what the server has (reload-once does) is not told what we have.
  if (method !== 'GET' || address.origin !== origin || cache === 'no-store') return 'asks'
  const { pathname } = address
  if (mode === 'navigate') return notOurs.test(pathname) ? 'asks' : 'page'
  if (pathname.startsWith('/assets/')) return cache === 'reload' ? 'asks' : 'file'
  return pictures.includes(pathname) ? 'picture' : 'asks'
}
