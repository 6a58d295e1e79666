const address = '/service-worker.js'

/** A string that is run as a script has to come from a policy, and this page's may be made once (security-headers.ts). */
type Policies = {
  createPolicy(name: string, rules: { createScriptURL(): string }): { createScriptURL(text: string): string }
}

/**
 * Brings the service worker, which opens the shop without a network and shows news of orders. The page does without it:
 * a browser that has none, or lets none in, shows the same shop.
 */
export async function registerWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const { trustedTypes } = window as { trustedTypes?: Policies }
  const policy = trustedTypes?.createPolicy('shop-worker', { createScriptURL: () => address })
  await navigator.serviceWorker.register(policy?.createScriptURL(address) ?? address)
}
