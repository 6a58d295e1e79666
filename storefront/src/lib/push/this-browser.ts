/** What the browser supports for push messages, or why it supports none. */
export type Browser = { kind: 'none' } | { kind: 'ready'; registration: ServiceWorkerRegistration }

/** After this time in ms a missing worker is switched off, or this is development. */
const timeoutMs = 15_000

export function canPush(): boolean {
  return 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
}

/** Waits for the shop's service worker, which registers a few seconds after the first page. */
export async function thisBrowser(): Promise<Browser> {
  if (!canPush()) return { kind: 'none' }
  const late = new Promise<undefined>((resolve) => {
    setTimeout(resolve, timeoutMs, undefined)
  })
  const registration = await Promise.race([navigator.serviceWorker.ready, late])
  return registration ? { kind: 'ready', registration } : { kind: 'none' }
}

/**
 * Asks the person for permission, once, and then the browser's push service. @returns undefined after a
 * refusal
 */
export async function subscribeBrowser(
  registration: ServiceWorkerRegistration,
  publicKey: string,
): Promise<PushSubscription | undefined> {
  if ((await Notification.requestPermission()) !== 'granted') return undefined
  const before = await registration.pushManager.getSubscription()
  // A subscription made with another key of the shop receives nothing sent with this one.
  if (before && sameKey(before, publicKey)) return before
  await before?.unsubscribe()
  return registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
}

/** The data that the server needs to send to it. */
export function addressOf(subscription: PushSubscription) {
  const { endpoint, keys } = subscription.toJSON()
  return { endpoint: endpoint ?? '', p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' }
}

function sameKey({ options }: PushSubscription, publicKey: string): boolean {
  const bytes = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer(0))
  const text = btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
  return text.replace(/=+$/, '') === publicKey
}
