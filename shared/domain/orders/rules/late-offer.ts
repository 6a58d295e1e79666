import type { LateDeliveryOffer } from '../../../contracts/late-offer.ts'
import { toRupees } from '../../../contracts/money.ts'
import { promiseMs } from '../../../contracts/order-status.ts'
import { toPoints } from '../../points/index.ts'
import type { IUnit } from '../../purchasing/index.ts'
import type { OrderDoc, PendingCompletion } from '../model/order-model.ts'
import { isAtSupplier } from './open-units.ts'
import { isRedelivery } from './redelivery-rules.ts'
import { suggestedRefundPaise } from './refund-amount.ts'

/** How a customer can be refunded: at once, or after an answer. */
type LateRefundTerms =
  | { kind: 'now'; amountPaise: number }
  | { kind: 'later'; waitingFor: 'supplier' }
  /** An admin has the order and may have delivered it: check again at `until`. */
  | { kind: 'later'; waitingFor: 'admin'; until: Date }

/** A pending completion has been carried out this long after its time. */
const completionGraceMs = 2_000

/** Pure. When to continue with what a pending completion blocks, also if it is itself late. */
export const afterPendingCompletion = ({ until }: PendingCompletion, now: Date): Date =>
  new Date(Math.max(until.getTime(), now.getTime()) + completionGraceMs)

type Facts = Pick<
  OrderDoc,
  'delivery' | 'units' | 'assignee' | 'pendingCompletion' | 'pricePaise' | 'partlyRefundedPaise'
>

/**
 * Pure. A refund is made at once only if nothing can arrive any more: no unit is at a supplier, also not one
 * of unknown outcome, no completion is pending, and no admin has the manual delivery.
 */
export function lateRefundTerms(order: Facts, now: Date): LateRefundTerms {
  if (order.pendingCompletion) {
    return { kind: 'later', waitingFor: 'admin', until: afterPendingCompletion(order.pendingCompletion, now) }
  }
  if (order.delivery === 'manual' && order.assignee && order.assignee.until > now) {
    return { kind: 'later', waitingFor: 'admin', until: order.assignee.until }
  }
  const amountPaise = suggestedRefundPaise(order)
  if (order.units.some(mayArrive) || amountPaise < 1) return { kind: 'later', waitingFor: 'supplier' }
  return { kind: 'now', amountPaise }
}

/** Whatever a restored unit's state says, it may have been sent since, until it is verified. */
export const mayArrive = (unit: IUnit): boolean =>
  isAtSupplier(unit) || (unit.isUnverified === true && unit.state !== 'delivered')

type PaidOrder = Pick<OrderDoc, 'processingAt' | 'createdAt'>

/** Whether the promised time has passed: the late-delivery offer is open from then on. */
export const isLateAt = ({ processingAt, createdAt }: PaidOrder, at: Date): boolean =>
  at.getTime() >= (processingAt ?? createdAt).getTime() + promiseMs

/** Whether the customer has chosen the refund. */
export const isRefundChosen = ({ status, lateOffer }: Pick<OrderDoc, 'status' | 'lateOffer'>): boolean =>
  status === 'Processing' && lateOffer?.choice === 'refund'

/** The options of a late order's customer; undefined for an order that is not open. */
export function lateOfferView(order: OrderDoc): LateDeliveryOffer | undefined {
  if (order.status !== 'Processing' || isRedelivery(order)) return undefined
  // A view is shown for longer than an assignment lasts: the refund itself checks whether it has ended.
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
