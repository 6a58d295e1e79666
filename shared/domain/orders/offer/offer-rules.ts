import { promiseMs } from '../../../contracts/order-status.ts'
import type { Closing } from '../change/closing-schema.ts'
import { isAtSupplier } from '../fulfil/watched-units.ts'
import type { OrderDoc } from '../order-model.ts'
import { proposedPaise } from '../refund/refund-sum.ts'

/** What can be done for a customer who wants the money back: at once, or once somebody has said what became of it. */
export type RefundTerms =
  | { kind: 'now'; amountPaise: number }
  | { kind: 'later'; waitsFor: 'supplier' }
  /** An admin has it, and may have delivered it already: to be asked again then. */
  | { kind: 'later'; waitsFor: 'person'; until: Date }

/** So long after its time a completion that is held has been carried out. */
const closingMs = 2_000

/** Pure. When to come back for what a held completion stands in the way of, late though it may be itself. */
export const afterClosing = ({ until }: Closing, now: Date): Date =>
  new Date(Math.max(until.getTime(), now.getTime()) + closingMs)

type Facts = Pick<OrderDoc, 'delivery' | 'units' | 'claim' | 'closing' | 'pricePaise' | 'sharePaise'>

/**
 * Pure. Money goes back at once only where it is sure that nothing more arrives: no pack is at the supplier, its outcome
 * unknown or not, nobody has called it delivered, and of what people deliver nobody has it in hand.
 */
export function refundTerms(order: Facts, now: Date): RefundTerms {
  if (order.closing) {
    return { kind: 'later', waitsFor: 'person', until: afterClosing(order.closing, now) }
  }
  if (order.delivery === 'by_hand' && order.claim && order.claim.until > now) {
    return { kind: 'later', waitsFor: 'person', until: order.claim.until }
  }
  const amountPaise = proposedPaise(order)
  if (order.units.some(isAtSupplier) || amountPaise < 1) return { kind: 'later', waitsFor: 'supplier' }
  return { kind: 'now', amountPaise }
}

type Promised = Pick<OrderDoc, 'processingAt' | 'createdAt'>

/** Whether the promised time is over: the offer stands from then on. */
export const isPastPromise = ({ processingAt, createdAt }: Promised, at: Date): boolean =>
  at.getTime() >= (processingAt ?? createdAt).getTime() + promiseMs

/** Whether the customer wants the money back as soon as that can be. */
export const isRefundAsked = ({ status, offer }: Pick<OrderDoc, 'status' | 'offer'>): boolean =>
  status === 'Processing' && offer?.choice === 'refund'
