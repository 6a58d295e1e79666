import { scriptAddress } from './script-address.ts'

/**
 * Brings the service worker, which opens the shop without a network and shows news of orders. The page does without it:
 * a browser that has none, or lets none in, shows the same shop.
 */
export async function registerWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  await navigator.serviceWorker.register(scriptAddress('/service-worker.js'))
}
