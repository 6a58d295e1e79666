import type { TicketIssue } from '../../contracts/order-ticket.ts'

/** How a refund or credit came about. */
export type RefundCause = 'rejected' | 'by_admin' | 'late' | 'paid_twice' | 'wrong_amount'

/** Where an order is that has been paid and has not ended. `in_review`: one of the team decides what happens next. */
export type OrderStage =
  | 'manual'
  | 'queued'
  | 'supplier_unavailable'
  | 'sent'
  | 'supplier_review'
  | 'in_review'

type OpenOrder = {
  itemname: string
  amountPaise: number
  stage: OrderStage
  /** Packs. Both 0 where people deliver. */
  delivered: number
  total: number
  promisedBy: Date
  /** Whether that time has passed. */
  isLate: boolean
}

/** All that our team needs to begin with. `references`: the bank's, the wallet's and the supplier's. */
type TicketFacts = {
  itemname: string
  amountPaise: number
  account: string
  customer: string
  issue: TicketIssue
  note: string
  references: string[]
  replyDueAt: Date
}

/** So many of the packs that were paid for are sent again, and no more. */
export type PartialRedelivery = { sent: number; total: number }

/** What a customer is told about, with the facts its sentences need. Money in paise. */
export type NotificationFacts = {
  /** The money is ours and the order is on its way. */
  order_placed: OpenOrder
  /** Minutes have passed and the order has not ended. */
  order_in_hand: OpenOrder
  /** `again`: it sent another order again, free of charge, whole or so many of its packs. */
  order_completed: { itemname: string; account: string; tookMs: number; again?: 'whole' | PartialRedelivery }
  /** `backPaise` went to the wallet for the packs that did not arrive. */
  order_part_delivered: {
    itemname: string
    account: string
    delivered: number
    total: number
    backPaise: number
  }
  /** A code or a login was added to an order that had come without one. */
  order_codes_added: { itemname: string }
  /** `amountPaise` is what went to the wallet; `pricePaise` is the order's price. */
  order_refunded: {
    itemname: string
    amountPaise: number
    pricePaise: number
    cause: RefundCause
    /** The supplier's or admin's words, or empty. */
    reason: string
  }
  /** Closed by an admin, without a refund. */
  order_cancelled: { itemname: string; amountPaise: number; reason: string }
  /** To our team: a customer says that a delivery has not come. `late`: the promised answer is due. */
  ticket_opened: TicketFacts
  ticket_late: TicketFacts
  /** To the customer: what our team found. A refund is told by `order_refunded`. */
  ticket_resolved: { itemname: string; text: string; again?: PartialRedelivery }
  /** To the customer: a message of our team's; the report stays open. */
  ticket_message: { itemname: string; text: string }
  /** What was sent again did not arrive either, or was not sent: the report is open once more. */
  redelivery_failed: { itemname: string; replyDueAt: Date }
  topup_received: { amountPaise: number; balancePaise: number }
  /** Money beside what the top-up was for: a second payment, or one that was held until a person had checked it. */
  topup_more: { amountPaise: number; balancePaise: number; isSecond: boolean }
  /** Six digits, for signing up or in by phone. */
  account_code: { code: string }
  /** Someone wants to sign up with a number, or an e-mail address, that has an account. */
  account_exists: object
  email_taken: object
  /** `path` is the shop's page that takes the link, with its token; `mobileEnd` the number's last digits, or empty. */
  email_verify: { path: string; name: string; mobileEnd: string }
  password_reset: { path: string }
  sign_in_link: { path: string }
  /** Goes to the contacts from before a staff member's change; `path` undoes or confirms it. */
  contact_changed: { path: string; frozenUntil?: Date }
  /** To each owner: a change that concerns an owner, made, or waiting `until` then; `path` stops it. */
  owner_change: { by: string; text: string; path: string; until?: Date }
  /** To each owner: what an owner should know at once. */
  owner_alert: { subject: string; sentence: string }
  /** To who is invited into the back office: by whom, and what their role is called. */
  team_invite: { path: string; by: string; role: string }
}

export type NotificationKind = keyof NotificationFacts

/**
 * One thing to tell one customer.
 * `ref` is the order's or top-up's id and leads to its page, or an account notification's; `dedupeKey` tells several of a kind apart, such as
 * two credits for one order. Together with kind and channel they are sent once; text messages even once for a `ref`.
 */
export type Notification = {
  [Kind in NotificationKind]: {
    kind: Kind
    ref: string
    dedupeKey?: string
    to: { name: string; email: string; mobilenumber: string }
    facts: NotificationFacts[Kind]
  }
}[NotificationKind]
