/** What an order waits for. Every sentence about where an order is, on its page and in messages, is made from this. */
export const waitingReasons = [
  /** The customer's money. */
  'payment',
  /** One of the team, who looks whether money that came is this order's. */
  'payment_review',
  /** Its turn: paid, and the next pack has not gone to the supplier. */
  'queued',
  /** The supplier's answer to the call that is out. */
  'supplier_answer',
  /** The delivery of what the supplier has accepted. */
  'supplier_delivery',
  /** What became of a call that had no clear answer. It is not sent again before that is known. */
  'outcome_unknown',
  /** A supplier that cannot be reached. */
  'supplier_unavailable',
  /** Incident mode: it is paid and kept, and goes out when that is over. */
  'on_hold',
  /** A supplier that does not take it at present; it is offered again by itself. */
  'supplier_deferred',
  /** A supplier that has accepted it and keeps it back for a check. */
  'supplier_review',
  /** One of the team, who decides what comes next. */
  'admin',
  /** Our team delivers it. */
  'manual',
  /** It has ended. */
  'nothing',
] as const
export type WaitingReason = (typeof waitingReasons)[number]
