import type { WorkerScope } from './worker-scope.ts'

/** What a build has for its worker: its name, and the paths that the shell needs. The build writes it (service-worker plugin). */
export type Release = { name: string; entry: string; files: readonly string[]; pictures: readonly string[] }

/** The page itself, as any address of the shop gets it, with nothing drawn in it. */
export const shellPage = '/?plain'

const prefix = 'shop-'
export const cacheOf = ({ name }: Release): string => prefix + name

/**
 * Fetches all that the shop needs to open without a network. Rejects when a part does not come, or the page is of
 * another release than its scripts, as it is while servers are being replaced: the browser tries again later.
 */
export async function precacheShell(scope: WorkerScope, release: Release): Promise<void> {
  const page = await scope.fetch(shellPage, { cache: 'no-store', headers: { accept: 'text/html' } })
  const text = page.ok ? await page.clone().text() : ''
  if (!text.includes(release.entry)) throw new Error('the page is of another release')
  const cache = await scope.caches.open(cacheOf(release))
  await cache.addAll([...release.files, ...release.pictures])
  await cache.put(shellPage, page)
}

/** Pages that are open may still want the files of the release before this one, so those stay; older ones go. */
export async function dropOldReleases(scope: WorkerScope, release: Release): Promise<void> {
  // In the order in which they were made.
  const others = (await scope.caches.keys()).filter(
    (name) => name.startsWith(prefix) && name !== cacheOf(release),
  )
  await Promise.all(others.slice(0, -1).map((name) => scope.caches.delete(name)))
}
