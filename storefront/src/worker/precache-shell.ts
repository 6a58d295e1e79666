import type { WorkerScope } from './worker-scope.ts'

/**
 * The manifest of a build for its worker: its name, and the paths that the shell needs. Written by the build
 * (service-worker plugin).
 */
export type Release = { name: string; entry: string; files: readonly string[]; pictures: readonly string[] }

/** The page itself, as served for any address of the shop, with no content rendered. */
export const shellPage = '/?plain'

const prefix = 'shop-'
export const cacheOf = ({ name }: Release): string => prefix + name

/**
 * Fetches all that the shop needs to open without a network. Rejects if a file is missing, or the page is of
 * another version than its scripts, as during a deployment: the browser retries later.
 */
export async function precacheShell(scope: WorkerScope, release: Release): Promise<void> {
  const page = await scope.fetch(shellPage, { cache: 'no-store', headers: { accept: 'text/html' } })
  const text = page.ok ? await page.clone().text() : ''
  if (!text.includes(release.entry)) throw new Error('the page is of another release')
  const cache = await scope.caches.open(cacheOf(release))
  await cache.addAll([...release.files, ...release.pictures])
  await cache.put(shellPage, page)
}

/** Open pages may still need the files of the previous version, so those stay; older ones are deleted. */
export async function dropOldReleases(scope: WorkerScope, release: Release): Promise<void> {
  // In order of creation.
  const others = (await scope.caches.keys()).filter(
    (name) => name.startsWith(prefix) && name !== cacheOf(release),
  )
  await Promise.all(others.slice(0, -1).map((name) => scope.caches.delete(name)))
}
