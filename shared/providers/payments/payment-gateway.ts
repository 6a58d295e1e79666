/**
 * A payment provider. An adapter translates one vendor's wire format into these tagged results; an
 * unknown status is `pending`, never paid and never failed.
 */
export interface PaymentGateway {
  readonly name: string
  /** Creates a payment. After `unknown`, call `checkPayment` before calling again. */
  createPayment(request: PaymentRequest): Promise<CreatedPayment>
  /** Checks whether the payment was made. Safe to repeat at any time. */
  checkPayment(query: PaymentQuery): Promise<PaymentState>
  /**
   * Reads our reference from a callback's body. The body is unsigned, so nothing else in it is
   * trusted.
   */
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
  /** The gateway rejected the request; nothing was created. */
  | { kind: 'refused'; message: string }
  /** HTTP 429: nothing was created; a later try may succeed. */
  | { kind: 'rate_limited'; message: string }
  /**
   * Time-out, reset, 5xx or unusable reply: it may or may not exist there; `checkPayment` finds
   * out.
   */
  | { kind: 'unknown'; message: string }

export type PaymentState =
  | {
      kind: 'paid'
      clientTxnId: string
      amountPaise: number
      /** The gateway's own id of this payment; may be empty. */
      gatewayId: string
      /** The reference of the bank or the payer's app; may be empty, come later, or change. */
      bankReference: string
      payer: string
    }
  /** Not paid yet, or an unknown status (in `vendorStatus`). */
  | { kind: 'pending'; vendorStatus: string }
  /** The gateway reports that the payment failed or was closed. Money may still arrive late. */
  | { kind: 'failed'; vendorStatus: string }
  /** The gateway has no such payment on that day. */
  | { kind: 'not_found' }
  | { kind: 'unavailable'; message: string }
