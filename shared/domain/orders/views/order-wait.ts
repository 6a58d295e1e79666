import type { WaitingReason } from '../../../contracts/waiting-reasons.ts'
import type { IUnit } from '../../fulfilment/index.ts'
import { inReviewSince } from '../../payments/index.ts'
import { endOf } from '../change/order-end.ts'
import type { OrderDoc } from '../order-model.ts'

type Wait = { waitingFor: WaitingReason; since: Date }

/** Pure. What an order waits for, and since when: `nothing`, since its end, when it has ended. */
export function waitingReasonOf(order: OrderDoc): Wait {
  switch (order.status) {
    case 'Created': {
      const inReview = order.payment && inReviewSince(order.payment)
      return inReview
        ? { waitingFor: 'payment_review', since: inReview }
        : { waitingFor: 'payment', since: order.createdAt }
    }
    case 'Processing':
      return openWait(order)
    case 'Completed':
    case 'Refunded':
    case 'Cancelled':
    case 'Failed':
      return { waitingFor: 'nothing', since: endOf(order)?.at ?? order.updatedAt }
    default:
      return order.status satisfies never
  }
}

function openWait(order: OrderDoc): Wait {
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
    // PendingReason may be older than the pack that is next: what that one is at is the truth.
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
 * @param unit the first pack that has not arrived; undefined where all have, and the order is about to end
 * @param since when the order was last looked at, for a pack that has no time of its own
 */
function unitWait(unit: IUnit | undefined, since: Date): Wait {
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
      // One order with a state that nobody knows must not keep all others off the board.
      unit.state satisfies never
      return { waitingFor: 'admin', since }
  }
}
