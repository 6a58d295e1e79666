/**
 * What an order waits for. Every sentence about an order's state, on its page and in messages, is
 * derived from this.
 */
export const waitingReasons = [
  /** The customer's payment. */
  'payment',
  /** A staff member, who reviews whether a payment belongs to this order. */
  'payment_review',
  /** Paid and queued: the next unit has not been sent to the supplier. */
  'queued',
  /** The supplier's answer to a running call. */
  'supplier_answer',
  /** The delivery of what the supplier has accepted. */
  'supplier_delivery',
  /** The result of a call without a clear answer. It is not repeated before that is known. */
  'outcome_unknown',
  /** A supplier that cannot be reached. */
  'supplier_unavailable',
  /** An incident: it is paid and held, and released when the incident ends. */
  'on_hold',
  /** A supplier that rejects it at present; it is retried automatically. */
  'supplier_deferred',
  /** A supplier that has accepted it and holds it for a check. */
  'supplier_review',
  /** A staff member, who decides what to do next. */
  'admin',
  /** Manual delivery by our team. */
  'manual',
  /** It has ended. */
  'nothing',
] as const
export type WaitingReason = (typeof waitingReasons)[number]
