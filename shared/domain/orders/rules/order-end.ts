import { isOpen } from '../../../contracts/order-status.ts'
import type { OrderDoc } from '../model/order-model.ts'

type Ending = Pick<OrderDoc, 'status' | 'ended'>

/**
 * When an order ended, and its actor: `payments`, `supplier` or an admin's id; undefined while it is open.
 */
export function endOf(order: Ending): { at: Date; by: string } | undefined {
  if (isOpen(order.status)) return undefined
  return order.ended ?? undefined
}

/** Whether a payment that bought nothing ended the order: late, of a wrong amount, or in review. */
export const isEndedByPayment = (order: Ending): boolean =>
  order.status === 'Refunded' && endOf(order)?.by === 'payments'
