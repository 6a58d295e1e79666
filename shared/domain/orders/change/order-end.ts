import { isOpen } from '../../../contracts/order-status.ts'
import type { OrderDoc } from '../order-model.ts'

type Ending = Pick<OrderDoc, 'status' | 'ended' | 'history'>

/** When an order ended and who ended it, `payments`, `supplier` or an admin's id; undefined while it is open. */
export function endOf(order: Ending): { at: Date; by: string } | undefined {
  if (isOpen(order.status)) return undefined
  // A process of the release before, still running beside this one, leaves only the history's row.
  return order.ended ?? order.history.findLast((row) => row.to === order.status)
}

/** Whether money that came for an order that was not bought ended it: late, in a wrong amount, or checked by a person. */
export const isEndedByMoney = (order: Ending): boolean =>
  order.status === 'Refunded' && endOf(order)?.by === 'payments'
