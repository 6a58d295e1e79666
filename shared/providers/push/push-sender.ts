/** Where one browser's push service takes messages for it, and the keys that it alone can read them by. */
export type PushAddress = {
  endpoint: string
  /** The browser's public key, 65 bytes in base64url. */
  p256dh: string
  /** Its secret, 16 bytes in base64url. */
  auth: string
}

/** What the storefront's worker shows (`storefront/src/worker/show-notification.ts`). */
export type PushMessage = { title: string; body: string; path: string; tag: string }

/** Sends news to a browser. Accepted is not shown. */
export interface PushSender {
  /** What browsers hand to their push service, so that nobody else may send: 65 bytes in base64url. */
  readonly publicKey: string
  /** Whether messages may be sent there at all; false for what is no browser's push service or no key. */
  canSendTo(address: PushAddress): boolean
  send(address: PushAddress, news: PushMessage): Promise<PushResult>
}

/**
 * `gone`: the browser has ended its subscription, for good. `refused`: not sent, and never will be. `later`: certainly
 * not sent, and may pass later. `unknown`: it may have gone out, so it is never sent again by itself.
 */
export type PushResult =
  | { kind: 'accepted' | 'gone' | 'rejected' | 'unknown'; message: string }
  | { kind: 'deferred'; message: string; waitMs?: number }
