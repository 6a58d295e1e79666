import type { IUnclearBatch } from '../../purchasing/index.ts'
import { type OrderDoc, OrderModel } from '../model/order-model.ts'
import type { OrdersOf } from './explain-batch.ts'

/** The orders of the purchases in these batches, by id. */
export async function ordersOf(batches: readonly IUnclearBatch[]): Promise<OrdersOf> {
  const purchases = batches.flatMap(({ certain, unclear }) => [...certain, ...unclear])
  const ids = [...new Set(purchases.map(({ orderId }) => orderId))]
  const orders = await OrderModel.find({ _id: { $in: ids } }).lean<OrderDoc[]>()
  return new Map(orders.map((order) => [order._id, order]))
}
