import { toRupees } from '../../../contracts/money.ts'
import type { OrderState } from '../../../contracts/order-state.ts'
import { promiseMs } from '../../../contracts/order-status.ts'
import type { WaitingReason } from '../../../contracts/waiting-reasons.ts'
import { type IPayment, inReviewSince, isDeclined } from '../../payments/index.ts'
import { type IUnit, isBelowCost, rejectionCause, type UnitState } from '../../purchasing/index.ts'
import type { OrderDoc } from '../model/order-model.ts'
import { endOf } from '../rules/order-end.ts'

/** Pure. The current state of an order from its own fields, independent of its history. */
export function orderState(order: OrderDoc): OrderState {
  const { waitingFor, since } = waitingReasonOf(order)
  const until = waitsUntil(order, waitingFor)
  const endedAt = endOf(order)?.at
  const paid = firstPayment(order.payment)
  return {
    waitingFor,
    since: since.toISOString(),
    ...(until ? { until: until.toISOString() } : {}),
    units: unitsOf(order),
    ...(paid ? { paid } : {}),
    ...(order.completedAt ? { deliveredAt: order.completedAt.toISOString() } : {}),
    partlyRefunded: toRupees(order.partlyRefundedPaise),
    ...(endedAt ? { endedAt: endedAt.toISOString() } : {}),
    ...(order.status === 'Failed' && isDeclined(order.payment, endedAt) ? { declined: true } : {}),
    ...(isNotEligible(order) ? { notEligible: true as const } : {}),
  }
}

const isNotEligible = ({ item, units }: OrderDoc): boolean =>
  units.some(({ state, code }) => state === 'rejected' && rejectionCause(code) === 'region') &&
  item.apiType.startsWith('SMILE')

/** The promised time of an order that was paid at `paidAt`. */
export const promisedBy = (paidAt: Date): Date => new Date(paidAt.getTime() + promiseMs)

function waitsUntil(order: OrderDoc, waitingFor: WaitingReason): Date | undefined {
  if (waitingFor === 'payment') return order.payment?.payBefore
  return order.status === 'Processing' ? promisedBy(order.processingAt ?? order.createdAt) : undefined
}

function unitsOf({ units }: OrderDoc): OrderState['units'] {
  const count = (state: UnitState) => units.filter((unit) => unit.state === state).length
  return {
    total: units.length,
    delivered: count('delivered'),
    atSupplier: count('sending'),
    unclear: count('unknown'),
    rejected: count('rejected') - units.filter(isBelowCost).length,
  }
}

/** The payment that bought the order, or else the first one. */
function firstPayment(payment: IPayment | null): OrderState['paid'] {
  const { captures = [], discrepancies = [] } = payment ?? {}
  const capture = captures.find(({ allocatedTo }) => allocatedTo === 'purchase') ?? captures[0]
  if (capture) return { at: capture.at.toISOString(), amount: toRupees(capture.amountPaise) }
  const checked = discrepancies.find(({ resolution }) => resolution?.answer === 'credit')
  if (!checked?.resolution) return undefined
  return { at: checked.resolution.at.toISOString(), amount: toRupees(checked.inReviewPaise) }
}

type WaitingState = { waitingFor: WaitingReason; since: Date }

/** Pure. What an order waits for, and since when; an ended order waits for `nothing` since its end. */
export function waitingReasonOf(order: OrderDoc): WaitingState {
  switch (order.status) {
    case 'Created': {
      const inReview = order.payment && inReviewSince(order.payment)
      return inReview
        ? { waitingFor: 'payment_review', since: inReview }
        : { waitingFor: 'payment', since: order.createdAt }
    }
    case 'Processing':
      return openOrderWait(order)
    case 'Completed':
    case 'Refunded':
    case 'Cancelled':
    case 'Failed':
      return { waitingFor: 'nothing', since: endOf(order)?.at ?? order.updatedAt }
    default:
      return order.status satisfies never
  }
}

function openOrderWait(order: OrderDoc): WaitingState {
  const paidAt = order.processingAt ?? order.createdAt
  if (order.delivery === 'manual') return { waitingFor: 'manual', since: paidAt }
  const { kind, since } = order.pendingReason ?? { kind: 'in_progress', since: paidAt }
  const unit = order.units.find(({ state }) => state !== 'delivered')
  switch (kind) {
    case 'manual':
      return { waitingFor: kind, since }
    case 'partly_delivered':
    case 'below_cost':
    case 'task_failed':
      return { waitingFor: 'admin', since }
    case 'supplier_deferred':
      return { waitingFor: unit?.state === 'rejected' ? 'admin' : 'supplier_deferred', since }
    // The pending reason may be older than the next unit: the unit's state then decides.
    case 'on_hold':
    case 'supplier_unavailable':
      return unit?.state === 'planned' ? { waitingFor: kind, since } : unitWait(unit, since)
    case 'supplier_review':
      return unit?.state === 'sending' ? { waitingFor: kind, since } : unitWait(unit, since)
    case 'outcome_unknown':
    case 'in_progress':
      return unitWait(unit, since)
    default:
      return kind satisfies never
  }
}

/**
 * @param unit the first undelivered unit; undefined if all are delivered and the order is about to end
 * @param since the time of the last check, for a unit without a time of its own
 */
function unitWait(unit: IUnit | undefined, since: Date): WaitingState {
  if (!unit) return { waitingFor: 'supplier_delivery', since }
  switch (unit.state) {
    case 'planned':
    case 'delivered':
      return { waitingFor: 'queued', since }
    case 'sending':
      return unit.supplierOrderId
        ? { waitingFor: 'supplier_delivery', since: unit.answeredAt ?? since }
        : { waitingFor: 'supplier_answer', since: unit.sentAt ?? since }
    case 'unknown':
      return { waitingFor: 'outcome_unknown', since: unit.answeredAt ?? since }
    case 'rejected':
      return { waitingFor: 'admin', since }
    default:
      // One order with an unknown state must not keep all others off the board.
      unit.state satisfies never
      return { waitingFor: 'admin', since }
  }
}
