import type { OrderState } from '@jhatpat/shared/contracts/order-state.ts'
import { isOpen } from '@jhatpat/shared/contracts/order-status.ts'
import { type OrderWait, orderWaits } from '@jhatpat/shared/contracts/order-waits.ts'
import type { Order } from '@jhatpat/shared/contracts/orders.ts'

/** `untold`: by an api of another release, which tells no state, or one that this page does not know. */
export type ShownState = Omit<OrderState, 'waitsFor'> & { waitsFor: OrderWait | 'untold' }

/** Where an order stands, as told by the server; while another release answers, only what its status says. */
export function stateOf(order: Order): ShownState {
  const { state } = order
  if (!state) return fromStatus(order)
  return orderWaits.includes(state.waitsFor) ? state : { ...state, waitsFor: 'untold' }
}

function fromStatus(order: Order): ShownState {
  const { units, status, credited, updatedAt } = order
  const until = status === 'Created' ? order.payBefore : order.promisedBy
  return {
    waitsFor: waitOf(order),
    since: order.createdAt,
    ...(until ? { until } : {}),
    units: { ...units, atSupplier: 0, unclear: 0, rejected: 0 },
    share: status === 'Completed' && units.delivered < units.total ? credited : 0,
    ...(status === 'Completed' ? { deliveredAt: updatedAt } : {}),
    ...(isOpen(status) ? {} : { endedAt: updatedAt }),
  }
}

function waitOf({ status, paymentIsChecked, delivery }: Order): ShownState['waitsFor'] {
  if (status === 'Created') return paymentIsChecked ? 'payment_check' : 'payment'
  if (status === 'Processing') return delivery === 'by_hand' ? 'by_hand' : 'untold'
  return 'nothing'
}
