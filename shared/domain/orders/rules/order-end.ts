import { isOpen } from '../../../contracts/order-status.ts'
import type { OrderDoc } from '../model/order-model.ts'

type Ending = Pick<OrderDoc, 'status' | 'ended'>

/** When an order ended and who ended it, `payments`, `supplier` or an admin's id; undefined while it is open. */
export function endOf(order: Ending): { at: Date; by: string } | undefined {
  if (isOpen(order.status)) return undefined
  return order.ended ?? undefined
}

/** Whether money that came for an order that was not bought ended it: late, in a wrong amount, or checked by a person. */
export const isEndedByPayment = (order: Ending): boolean =>
  order.status === 'Refunded' && endOf(order)?.by === 'payments'
