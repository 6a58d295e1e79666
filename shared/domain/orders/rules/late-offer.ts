import type { LateDeliveryOffer } from '../../../contracts/late-offer.ts'
import { toRupees } from '../../../contracts/money.ts'
import { promiseMs } from '../../../contracts/order-status.ts'
import { toPoints } from '../../points/index.ts'
import type { OrderDoc, PendingCompletion } from '../model/order-model.ts'
import { isAtSupplier } from './open-units.ts'
import { isRedelivery } from './redelivery-rules.ts'
import { suggestedRefundPaise } from './refund-amount.ts'

/** What can be done for a customer who wants the money back: at once, or once somebody has said what became of it. */
type LateRefundTerms =
  | { kind: 'now'; amountPaise: number }
  | { kind: 'later'; waitingFor: 'supplier' }
  /** An admin has it, and may have delivered it already: to be asked again then. */
  | { kind: 'later'; waitingFor: 'admin'; until: Date }

/** So long after its time a completion that is held has been carried out. */
const completionGraceMs = 2_000

/** Pure. When to come back for what a held completion stands in the way of, late though it may be itself. */
export const afterPendingCompletion = ({ until }: PendingCompletion, now: Date): Date =>
  new Date(Math.max(until.getTime(), now.getTime()) + completionGraceMs)

type Facts = Pick<
  OrderDoc,
  'delivery' | 'units' | 'assignee' | 'pendingCompletion' | 'pricePaise' | 'partlyRefundedPaise'
>

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

/** What an order's customer may choose once it is late; undefined for one that is not open. */
export function lateOfferView(order: OrderDoc): LateDeliveryOffer | undefined {
  if (order.status !== 'Processing' || isRedelivery(order)) return undefined
  // A view is shown for longer than a assignee lasts: one that has run out since is for the refund itself to find.
  const terms = lateRefundTerms(order, order.assignee?.since ?? order.updatedAt)
  return {
    points: order.hold ? 0 : toPoints(order.points?.late ?? 0),
    refund: toRupees(suggestedRefundPaise(order)),
    ...(terms.kind === 'later' ? { waitingFor: terms.waitingFor } : {}),
    ...(order.lateOffer
      ? { chosen: { choice: order.lateOffer.choice, at: order.lateOffer.at.toISOString() } }
      : {}),
  }
}
