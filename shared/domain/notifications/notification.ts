import type { TicketIssue } from '../../contracts/order-ticket.ts'

/** Cause of a refund or credit. */
export type RefundCause = 'rejected' | 'by_admin' | 'late' | 'paid_twice' | 'wrong_amount'

/** Stage of a paid order that has not ended. `in_review`: an admin decides what happens next. */
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
  /** Units; both 0 for manual delivery. */
  delivered: number
  total: number
  promisedBy: Date
  /** Whether that time has passed. */
  isLate: boolean
}

/** What the team needs to start. `references`: the bank's, the wallet's and the supplier's. */
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

/** Only `sent` of the `total` units paid for are sent again. */
export type PartialRedelivery = { sent: number; total: number }

/** The kinds of notifications, with the facts that their sentences need. Amounts in paise. */
export type NotificationFacts = {
  /** The payment has arrived and the order is in progress. */
  order_placed: OpenOrder
  /** Some minutes have passed and the order has not ended. */
  order_in_hand: OpenOrder
  /** `again`: the order is a free redelivery of another one, whole or of some units. */
  order_completed: { itemname: string; account: string; tookMs: number; again?: 'whole' | PartialRedelivery }
  /** `backPaise` was refunded to the wallet for the units that were not delivered. */
  order_part_delivered: {
    itemname: string
    account: string
    delivered: number
    total: number
    backPaise: number
  }
  /** A code or login was added to an order delivered without one. */
  order_codes_added: { itemname: string }
  /** `amountPaise` went to the wallet; `pricePaise` is the order's price. */
  order_refunded: {
    itemname: string
    amountPaise: number
    pricePaise: number
    cause: RefundCause
    /** The supplier's or admin's message, or empty. */
    reason: string
  }
  /** Cancelled by an admin, without a refund. */
  order_cancelled: { itemname: string; amountPaise: number; reason: string }
  /** To the team: a customer reports a missing delivery. `late`: the promised reply is due. */
  ticket_opened: TicketFacts
  ticket_late: TicketFacts
  /** To the customer: the ticket's resolution. A refund is notified by `order_refunded`. */
  ticket_resolved: { itemname: string; text: string; again?: PartialRedelivery }
  /** To the customer: a message from the team; the ticket stays open. */
  ticket_message: { itemname: string; text: string }
  /** The redelivery failed or was not sent: the ticket is open again. */
  redelivery_failed: { itemname: string; replyDueAt: Date }
  topup_received: { amountPaise: number; balancePaise: number }
  /** Money in addition to the top-up's payment: a second payment, or one credited after review. */
  topup_more: { amountPaise: number; balancePaise: number; isSecond: boolean }
  /** Six digits, for sign-up or sign-in by phone. */
  account_code: { code: string }
  /** A sign-up with a mobile number or email address that has an account already. */
  account_exists: object
  email_taken: object
  /** `path`: the shop's page with the token; `mobileEnd`: the number's last digits, or empty. */
  email_verify: { path: string; name: string; mobileEnd: string }
  password_reset: { path: string }
  sign_in_link: { path: string }
  /** Sent to the contacts before a staff member's change; `path` undoes or confirms it. */
  contact_changed: { path: string; frozenUntil?: Date }
  /** To each owner: a change that concerns an owner, done, or pending `until` then; `path` stops it. */
  owner_change: { by: string; text: string; path: string; until?: Date }
  /** To each owner: an urgent message. */
  owner_alert: { subject: string; sentence: string }
  /** About the deletion of the account. */
  erasure: { subject: string; sentence: string }
  /** To a person invited to the back office: by which admin, and the name of the role. */
  team_invite: { path: string; by: string; role: string }
}

export type NotificationKind = keyof NotificationFacts

/**
 * One notification to one customer. `ref` is the order's or top-up's id, to which it links, or an account
 * notification's id. `dedupeKey` distinguishes notifications of one kind, such as two credits for one order. Sent once
 * per ref, kind, `dedupeKey` and channel; text messages about an order once per `ref`.
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
