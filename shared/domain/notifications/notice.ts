/** How a refund or credit came about. */
export type RefundCause = 'refused' | 'by_admin' | 'late' | 'paid_twice' | 'wrong_amount'

/** What a customer is told about, with the facts its sentences need. Money in paise. */
export type NoticeFacts = {
  /** The money is ours and the order is on its way. */
  order_placed: { itemname: string; amountPaise: number; delivery: 'instant' | 'by_hand'; promisedBy: Date }
  order_completed: { itemname: string; account: string; tookMs: number }
  /** `amountPaise` is what went to the wallet; `pricePaise` is the order's price. */
  order_refunded: {
    itemname: string
    amountPaise: number
    pricePaise: number
    cause: RefundCause
    /** The supplier's or admin's words, or empty. */
    reason: string
  }
  topup_received: { amountPaise: number; balancePaise: number }
}

export type NoticeKind = keyof NoticeFacts

/**
 * One thing to tell one customer.
 * `ref` is the order's or top-up's id and leads to its page; `occasion` tells several of a kind apart, such as
 * two credits for one order. Together with kind and channel they are sent once.
 */
export type Notice = {
  [Kind in NoticeKind]: {
    kind: Kind
    ref: string
    occasion?: string
    to: { name: string; email: string; mobilenumber: string }
    facts: NoticeFacts[Kind]
  }
}[NoticeKind]
