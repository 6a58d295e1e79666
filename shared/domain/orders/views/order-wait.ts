import type { OrderWait } from '../../../contracts/order-waits.ts'
import type { IUnit } from '../../fulfilment/index.ts'
import { heldSince } from '../../payments/index.ts'
import { endOf } from '../change/order-end.ts'
import type { OrderDoc } from '../order-model.ts'

type Wait = { waitsFor: OrderWait; since: Date }

/** Pure. What an order waits for, and since when: `nothing`, since its end, when it has ended. */
export function waitOf(order: OrderDoc): Wait {
  switch (order.status) {
    case 'Created': {
      const held = order.payment && heldSince(order.payment)
      return held
        ? { waitsFor: 'payment_check', since: held }
        : { waitsFor: 'payment', since: order.createdAt }
    }
    case 'Processing':
      return openWait(order)
    case 'Completed':
    case 'Refunded':
    case 'Cancelled':
    case 'Failed':
      return { waitsFor: 'nothing', since: endOf(order)?.at ?? order.updatedAt }
    default:
      return order.status satisfies never
  }
}

function openWait(order: OrderDoc): Wait {
  const paidAt = order.processingAt ?? order.createdAt
  if (order.delivery === 'by_hand') return { waitsFor: 'by_hand', since: paidAt }
  const { kind, since } = order.attention ?? { kind: 'trying', since: paidAt }
  const unit = order.units.find(({ state }) => state !== 'delivered')
  switch (kind) {
    case 'by_hand':
      return { waitsFor: kind, since }
    case 'partly_delivered':
    case 'below_cost':
    case 'stuck':
      return { waitsFor: 'person', since }
    case 'supplier_deferred':
      return { waitsFor: unit?.state === 'rejected' ? 'person' : 'supplier_deferred', since }
    // Attention may be older than the pack that is next: what that one is at is the truth.
    case 'parked':
    case 'supplier_unavailable':
      return unit?.state === 'planned' ? { waitsFor: kind, since } : unitWait(unit, since)
    case 'supplier_review':
      return unit?.state === 'sending' ? { waitsFor: kind, since } : unitWait(unit, since)
    case 'outcome_unknown':
    case 'trying':
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
  if (!unit) return { waitsFor: 'supplier_confirms', since }
  switch (unit.state) {
    case 'planned':
    case 'delivered':
      return { waitsFor: 'line', since }
    case 'sending':
      return unit.supplierOrderId
        ? { waitsFor: 'supplier_confirms', since: unit.answeredAt ?? since }
        : { waitsFor: 'supplier_answer', since: unit.sentAt ?? since }
    case 'unknown':
      return { waitsFor: 'supplier_unclear', since: unit.answeredAt ?? since }
    case 'rejected':
      return { waitsFor: 'person', since }
    default:
      // One order with a state that nobody knows must not keep all others off the board.
      unit.state satisfies never
      return { waitsFor: 'person', since }
  }
}
