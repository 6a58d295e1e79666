import { cacheOf, type Release, shellPage } from './precache-shell.ts'
import type { FetchEvent, WorkerScope } from './worker-scope.ts'

/** Time in ms after which a page that has not arrived is served from the cache. */
const timeoutMs = 4_000

/** Answers a request of one of the shop's pages, or leaves it to the browser. */
export function handleFetch(scope: WorkerScope, release: Release, event: FetchEvent): void {
  const strategy = cacheStrategyOf(event.request, scope.location.origin, release.pictures)
  if (strategy === 'file') event.respondWith(file(scope, release, event))
  if (strategy === 'picture') event.respondWith(picture(scope, event.request))
  if (strategy === 'page') event.respondWith(page(scope, event))
}

/** Its name changes with its content, so that a cached file never expires. */
async function file(scope: WorkerScope, release: Release, event: FetchEvent): Promise<Response> {
  const { url } = event.request
  const cached = await scope.caches.match(url)
  if (cached) return cached
  const fresh = await scope.fetch(event.request)
  // A page in place of a script is a captive portal's login, or comes from a server of another version.
  const isFile = fresh.ok && !fresh.redirected && !/html/.test(fresh.headers.get('content-type') ?? '')
  if (isFile) event.waitUntil(keep(scope, release, { url, response: fresh.clone() }))
  return fresh
}

type CachedResponse = { url: string; response: Response }

async function keep(scope: WorkerScope, release: Release, { url, response }: CachedResponse): Promise<void> {
  const cache = await scope.caches.open(cacheOf(release))
  // A phone without storage caches nothing, and shows the page.
  await cache.put(url, response).catch(() => undefined)
}

async function picture(scope: WorkerScope, request: Request): Promise<Response> {
  try {
    return await scope.fetch(request)
  } catch (cause) {
    const cached = await scope.caches.match(request.url)
    if (cached) return cached
    throw cause
  }
}

/**
 * The server's page if there is a network, because only the server knows the newest version; the cached page
 * if there is none, or a very slow one. A reload requests the server's page, and waits for it.
 */
async function page(scope: WorkerScope, event: FetchEvent): Promise<Response> {
  const network = fromNetwork(scope, event)
  if (event.request.cache !== 'default') return network.catch(() => shellOr(scope, network))
  const first = await Promise.race([network.catch(() => undefined), afterTimeout()])
  return first ?? shellOr(scope, network)
}

async function fromNetwork(scope: WorkerScope, event: FetchEvent): Promise<Response> {
  return (await event.preloadResponse) ?? scope.fetch(event.request)
}

async function shellOr(scope: WorkerScope, network: Promise<Response>): Promise<Response> {
  return (await scope.caches.match(shellPage)) ?? network
}

const afterTimeout = () =>
  new Promise<undefined>((resolve) => {
    setTimeout(resolve, timeoutMs, undefined)
  })

/** How the worker serves a request: `asks` leaves it to the browser, as if there were no worker. */
type CacheStrategy = 'file' | 'picture' | 'page' | 'asks'

type CacheableRequest = Pick<Request, 'method' | 'url' | 'mode' | 'cache'>

/** The shop's own pages are all addresses but these, which are other apps, data, or private files. */
const notOurs = /^\/(admin|api|media|ops|docs|socket\.io|healthz|readyz|service-worker)([./-]|$)/

/**
 * Pure. Caches only what is the same for all visitors: built files, whose names contain a hash of their
 * content, and a few pictures. Answers of calls are never cached: what they say of money must be current.
 * @param pictures paths of the cached pictures
 */
function cacheStrategyOf(
  { method, url, mode, cache }: CacheableRequest,
  origin: string,
  pictures: readonly string[],
): CacheStrategy {
  const address = new URL(url)
  // A request for the server's current state (as by `reloadOnce`) is not answered from the cache.
  if (method !== 'GET' || address.origin !== origin || cache === 'no-store') return 'asks'
  const { pathname } = address
  if (mode === 'navigate') return notOurs.test(pathname) ? 'asks' : 'page'
  if (pathname.startsWith('/assets/')) return cache === 'reload' ? 'asks' : 'file'
  return pictures.includes(pathname) ? 'picture' : 'asks'
}
