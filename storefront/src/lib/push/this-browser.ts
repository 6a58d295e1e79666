/** What the browser has for pushes, or what keeps it from having any. */
export type Browser = { kind: 'none' } | { kind: 'ready'; registration: ServiceWorkerRegistration }

/** A worker that is not there by then is switched off, or this is development, in ms. */
const timeoutMs = 15_000

export function canPush(): boolean {
  return 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
}

/** Waits for the shop's worker, which comes a few seconds after the first page. */
export async function thisBrowser(): Promise<Browser> {
  if (!canPush()) return { kind: 'none' }
  const late = new Promise<undefined>((resolve) => {
    setTimeout(resolve, timeoutMs, undefined)
  })
  const registration = await Promise.race([navigator.serviceWorker.ready, late])
  return registration ? { kind: 'ready', registration } : { kind: 'none' }
}

/** Asks whoever sits there, once, and then the browser's push service. @returns undefined when they said no */
export async function subscribeHere(
  registration: ServiceWorkerRegistration,
  publicKey: string,
): Promise<PushSubscription | undefined> {
  if ((await Notification.requestPermission()) !== 'granted') return undefined
  const before = await registration.pushManager.getSubscription()
  // One that was made with another key of the shop takes no news by this one.
  if (before && sameKey(before, publicKey)) return before
  await before?.unsubscribe()
  return registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
}

/** What the server has to know to send there. */
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
