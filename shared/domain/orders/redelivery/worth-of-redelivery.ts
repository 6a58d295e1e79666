import { type OrderDoc, OrderModel } from '../order-model.ts'
import { isRedelivery } from './redelivery-rules.ts'

/**
 * An order with the price that is at stake for what its supplier does: its own, or of a second delivery, for which nobody
 * paid, what was paid for the first order and stayed with us.
 */
export async function withPaidPrice<Order extends Pick<OrderDoc, 'redeliveryOf' | 'pricePaise'>>(
  order: Order,
): Promise<Order> {
  if (!isRedelivery(order)) return order
  const first = await OrderModel.findById(order.redeliveryOf)
    .select('pricePaise sharePaise')
    .lean<Pick<OrderDoc, 'pricePaise' | 'sharePaise'> | null>()
  return { ...order, pricePaise: first ? first.pricePaise - first.sharePaise : 0 }
}
