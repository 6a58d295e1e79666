import { handleFetch } from './handle-fetch.ts'
import { dropOldReleases, precacheShell, type Release } from './precache-shell.ts'
import { openNotification, showNotification } from './show-notification.ts'
import type { WorkerScope } from './worker-scope.ts'

/**
 * The shop's service worker. A new version takes over as soon as it has its shell: open pages keep the
 * scripts that they have loaded, and load further ones from the previous version's cache or, if it is gone,
 * after one reload (`reloadOnce`).
 */
export function runWorker(scope: WorkerScope, release: Release): void {
  scope.addEventListener('install', (event) => {
    event.waitUntil(precacheShell(scope, release).then(() => scope.skipWaiting()))
  })
  scope.addEventListener('activate', (event) => {
    event.waitUntil(activate(scope, release))
  })
  scope.addEventListener('fetch', (event) => handleFetch(scope, release, event))
  scope.addEventListener('push', (event) => event.waitUntil(showNotification(scope, event.data)))
  scope.addEventListener('notificationclick', (event) => {
    event.notification.close()
    event.waitUntil(openNotification(scope, event.notification.data))
  })
}

async function activate(scope: WorkerScope, release: Release): Promise<void> {
  await dropOldReleases(scope, release)
  // The page is fetched while the worker starts.
  await scope.registration.navigationPreload?.enable()
  await scope.clients.claim()
}
