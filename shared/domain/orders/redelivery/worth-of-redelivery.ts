import { type OrderDoc, OrderModel } from '../order-model.ts'
import { partPaise } from '../refund/undelivered.ts'
import { isRedelivery, paidPacks, sentAgain } from './redelivery-rules.ts'

/**
 * An order with the price that is at stake for what its supplier does: its own, or of a second delivery, for which nobody
 * paid, what was paid for the packs of the first order that it sends again, and stayed with us.
 */
export async function withPaidPrice<Order extends Pick<OrderDoc, 'redeliveryOf' | 'pricePaise'>>(
  order: Order,
): Promise<Order> {
  if (!isRedelivery(order)) return order
  const first = await OrderModel.findById(order.redeliveryOf)
    .select('pricePaise sharePaise units redelivery')
    .lean<First | null>()
  return { ...order, pricePaise: first ? worthOf(first) : 0 }
}

type First = Pick<OrderDoc, 'pricePaise' | 'sharePaise' | 'units' | 'redelivery'>

function worthOf(first: First): number {
  const pricePaise = first.pricePaise - first.sharePaise
  const [paid, sent] = [paidPacks(first), sentAgain(first)]
  return sent.length < paid.length ? partPaise({ pricePaise, units: paid }, sent) : pricePaise
}
