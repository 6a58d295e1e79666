import { type OrderDoc, OrderModel } from '../model/order-model.ts'
import { isRedelivery, paidUnits, redeliveredUnits } from '../rules/redelivery-rules.ts'
import { unitsValuePaise } from '../rules/refund-amount.ts'

/**
 * An order with the price that is at stake at its supplier: its own, or for a free redelivery the price that
 * was paid for the redelivered units of the original order.
 */
export async function withPaidPrice<Order extends Pick<OrderDoc, 'redeliveryOf' | 'pricePaise'>>(
  order: Order,
): Promise<Order> {
  if (!isRedelivery(order)) return order
  const original = await OrderModel.findById(order.redeliveryOf)
    .select('pricePaise partlyRefundedPaise units redelivery')
    .lean<Original | null>()
  return { ...order, pricePaise: original ? paidPaise(original) : 0 }
}

type Original = Pick<OrderDoc, 'pricePaise' | 'partlyRefundedPaise' | 'units' | 'redelivery'>

function paidPaise(original: Original): number {
  const pricePaise = original.pricePaise - original.partlyRefundedPaise
  const [paid, sent] = [paidUnits(original), redeliveredUnits(original)]
  return sent.length < paid.length ? unitsValuePaise({ pricePaise, units: paid }, sent) : pricePaise
}
