import { type OrderDoc, OrderModel } from '../model/order-model.ts'
import { isRedelivery, paidUnits, redeliveredUnits } from '../rules/redelivery-rules.ts'
import { unitsValuePaise } from '../rules/refund-amount.ts'

/**
 * An order with the price that is at stake for what its supplier does: its own, or of a second delivery, for which nobody
 * paid, what was paid for the units of the original order that it sends again, and stayed with us.
 */
export async function withPaidPrice<Order extends Pick<OrderDoc, 'redeliveryOf' | 'pricePaise'>>(
  order: Order,
): Promise<Order> {
  if (!isRedelivery(order)) return order
  const original = await OrderModel.findById(order.redeliveryOf)
    .select('pricePaise partlyRefundedPaise units redelivery')
    .lean<Original | null>()
  return { ...order, pricePaise: original ? worthOf(original) : 0 }
}

type Original = Pick<OrderDoc, 'pricePaise' | 'partlyRefundedPaise' | 'units' | 'redelivery'>

function worthOf(original: Original): number {
  const pricePaise = original.pricePaise - original.partlyRefundedPaise
  const [paid, sent] = [paidUnits(original), redeliveredUnits(original)]
  return sent.length < paid.length ? unitsValuePaise({ pricePaise, units: paid }, sent) : pricePaise
}
