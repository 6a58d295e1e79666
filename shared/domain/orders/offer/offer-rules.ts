import { promiseMs } from '../../../contracts/order-status.ts'
import type { PendingCompletion } from '../change/closing-schema.ts'
import { isAtSupplier } from '../fulfil/watched-units.ts'
import type { OrderDoc } from '../order-model.ts'
import { suggestedRefundPaise } from '../refund/refund-sum.ts'

/** What can be done for a customer who wants the money back: at once, or once somebody has said what became of it. */
export type LateRefundTerms =
  | { kind: 'now'; amountPaise: number }
  | { kind: 'later'; waitingFor: 'supplier' }
  /** An admin has it, and may have delivered it already: to be asked again then. */
  | { kind: 'later'; waitingFor: 'admin'; until: Date }

/** So long after its time a completion that is held has been carried out. */
const completionGraceMs = 2_000

/** Pure. When to come back for what a held completion stands in the way of, late though it may be itself. */
export const afterPendingCompletion = ({ until }: PendingCompletion, now: Date): Date =>
  new Date(Math.max(until.getTime(), now.getTime()) + completionGraceMs)

type Facts = Pick<OrderDoc, 'delivery' | 'units' | 'assignee' | 'pendingCompletion' | 'pricePaise' | 'partlyRefundedPaise'>

/**
 * Pure. Money goes back at once only where it is sure that nothing more arrives: no pack is at the supplier, its outcome
 * unknown or not, nobody has called it delivered, and of what people deliver nobody has it in hand.
 */
export function lateRefundTerms(order: Facts, now: Date): LateRefundTerms {
  if (order.pendingCompletion) {
    return { kind: 'later', waitingFor: 'admin', until: afterPendingCompletion(order.pendingCompletion, now) }
  }
  if (order.delivery === 'manual' && order.assignee && order.assignee.until > now) {
    return { kind: 'later', waitingFor: 'admin', until: order.assignee.until }
  }
  const amountPaise = suggestedRefundPaise(order)
  if (order.units.some(isAtSupplier) || amountPaise < 1) return { kind: 'later', waitingFor: 'supplier' }
  return { kind: 'now', amountPaise }
}

type Promised = Pick<OrderDoc, 'processingAt' | 'createdAt'>

/** Whether the promised time is over: the lateOffer stands from then on. */
export const isPastPromise = ({ processingAt, createdAt }: Promised, at: Date): boolean =>
  at.getTime() >= (processingAt ?? createdAt).getTime() + promiseMs

/** Whether the customer wants the money back as soon as that can be. */
export const isRefundChosen = ({ status, lateOffer }: Pick<OrderDoc, 'status' | 'lateOffer'>): boolean =>
  status === 'Processing' && lateOffer?.choice === 'refund'
