import { isEndedByMoney } from '../change/order-end.ts'
import type { OrderDoc } from '../order-model.ts'

/**
 * What the move to Refunded put into the wallet: the price less what was given back before, or, where the order was
 * never bought, the money that came. Payments credited beside it are not in it.
 */
export function refundedPaise(
  order: Pick<OrderDoc, 'status' | 'ended' | 'history' | 'payment' | 'pricePaise' | 'sharePaise'>,
): number {
  if (!isEndedByMoney(order)) return order.pricePaise - order.sharePaise
  const held = order.payment?.doubts.find((doubt) => doubt.closed?.answer === 'credit')
  return order.payment?.captures[0]?.amountPaise ?? held?.heldPaise ?? order.pricePaise - order.sharePaise
}
