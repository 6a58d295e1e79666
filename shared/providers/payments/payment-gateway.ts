/**
 * What a payment provider can do for us. An adapter translates one vendor's wire format into these tagged
 * results; a word it does not know is `pending`, never paid and never failed.
 */
export interface PaymentGateway {
  readonly name: string
  /** Makes a payment link. After `unknown`, ask `checkPayment` before calling again. */
  createPayment(request: PaymentRequest): Promise<CreatedPayment>
  /** Asks whether the money came. Safe to repeat at any time. */
  checkPayment(query: PaymentQuery): Promise<PaymentState>
  /** Reads our reference out of a callback's body. The body is unsigned, so nothing else in it is believed. */
  readCallback(body: Record<string, unknown>): { clientTxnId: string } | undefined
}

export type PaymentRequest = {
  clientTxnId: string
  amountPaise: number
  /** What is bought, in a few words. */
  description: string
  customer: { name: string; email: string; mobile: string }
  redirectUrl: string
}

export type PaymentQuery = {
  clientTxnId: string
  /** When the payment was created; gateways look a payment up under its creation day in IST. */
  createdAt: Date
}

/** Deep links into UPI apps, as the gateway gave them. */
export type UpiLinks = { bhim?: string; phonepe?: string; paytm?: string; gpay?: string }

export type CreatedPayment =
  /** `paymentUrl` is empty where there are UPI links and no page. */
  | { kind: 'created'; gatewayId: string; paymentUrl: string; upiLinks: UpiLinks | undefined }
  /** The gateway said no; nothing was created. */
  | { kind: 'refused'; message: string }
  /** HTTP 429: nothing was created; it may pass later. */
  | { kind: 'rate_limited'; message: string }
  /** Time-out, reset, 5xx or nonsense: it may or may not exist there. `checkPayment` tells. */
  | { kind: 'unknown'; message: string }

export type PaymentState =
  | {
      kind: 'paid'
      clientTxnId: string
      amountPaise: number
      /** The gateway's own id of this payment; may be empty. */
      gatewayId: string
      /** The bank's or the payer's app's; may be empty, come later, or change. */
      bankReference: string
      payer: string
    }
  /** Not paid yet, or a word we don't know (`vendorStatus` holds it). */
  | { kind: 'pending'; vendorStatus: string }
  /** The gateway says the payment failed or was closed. Money may still come late. */
  | { kind: 'failed'; vendorStatus: string }
  /** The gateway has no such payment on that day. */
  | { kind: 'not_found' }
  | { kind: 'unavailable'; message: string }
