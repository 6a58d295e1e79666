import type { OrderState } from '@jhatpat/shared/contracts/order-state.ts'
import { isOpen } from '@jhatpat/shared/contracts/order-status.ts'
import type { Order } from '@jhatpat/shared/contracts/orders.ts'
import { type WaitingReason, waitingReasons } from '@jhatpat/shared/contracts/waiting-reasons.ts'

/** `unknown`: from an api of another version, which sends no state, or one that this page does not know. */
export type ShownState = Omit<OrderState, 'waitingFor'> & { waitingFor: WaitingReason | 'unknown' }

/** The state of an order as sent by the server; from an api of another version, what its status implies. */
export function stateOf(order: Order): ShownState {
  const { state } = order
  if (!state) return fromStatus(order)
  return waitingReasons.includes(state.waitingFor) ? state : { ...state, waitingFor: 'unknown' }
}

function fromStatus(order: Order): ShownState {
  const { units, status, credited, updatedAt } = order
  const until = status === 'Created' ? order.payBefore : order.promisedBy
  return {
    waitingFor: waitingReasonOf(order),
    since: order.createdAt,
    ...(until ? { until } : {}),
    units: { ...units, atSupplier: 0, unclear: 0, rejected: 0 },
    partlyRefunded: status === 'Completed' && units.delivered < units.total ? credited : 0,
    ...(status === 'Completed' ? { deliveredAt: updatedAt } : {}),
    ...(isOpen(status) ? {} : { endedAt: updatedAt }),
  }
}

function waitingReasonOf({ status, isPaymentInReview, delivery }: Order): ShownState['waitingFor'] {
  if (status === 'Created') return isPaymentInReview ? 'payment_review' : 'payment'
  if (status === 'Processing') return delivery === 'manual' ? 'manual' : 'unknown'
  return 'nothing'
}
