/** The address of one browser at its push service, and the keys that only it can decrypt with. */
export type PushAddress = {
  endpoint: string
  /** The browser's public key, 65 bytes in base64url. */
  p256dh: string
  /** Its secret, 16 bytes in base64url. */
  auth: string
}

/** What the storefront's worker shows (`storefront/src/worker/show-notification.ts`). */
export type PushMessage = { title: string; body: string; path: string; tag: string }

/** Sends messages to browsers. Accepted does not mean shown. */
export interface PushSender {
  /** Browsers pass it to their push service, so that only we may send: 65 bytes in base64url. */
  readonly publicKey: string
  /**
   * Whether messages may be sent to this address; false where it is not a push service's or has no
   * valid key.
   */
  canSendTo(address: PushAddress): boolean
  send(address: PushAddress, message: PushMessage): Promise<PushResult>
}

/**
 * `gone`: the browser has ended its subscription, for good. `rejected`: not sent, finally.
 * `deferred`: certainly not sent, may be retried. `unknown`: it may have been sent, so it is never
 * retried automatically.
 */
export type PushResult =
  | { kind: 'accepted' | 'gone' | 'rejected' | 'unknown'; message: string }
  | { kind: 'deferred'; message: string; waitMs?: number }
