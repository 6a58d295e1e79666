/* Stands in for the service worker while SERVICE_WORKER=off: takes everything back that one has left in a browser. */
self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => {
  event.waitUntil(withdraw())
})

async function withdraw() {
  const names = await caches.keys()
  await Promise.all(names.map((name) => caches.delete(name)))
  await self.registration.unregister()
}
