import { batchReads } from '../../../platform/batch-reads.ts'
import { type OrderDoc, OrderModel } from '../order-model.ts'

/** An order as it is now, or undefined where there is none. All that are asked for at the same time are one query. */
export const readOrder = batchReads(async (ids: string[]) => {
  const found = await OrderModel.find({ _id: { $in: ids } }).lean<OrderDoc[]>()
  return new Map(found.map((order) => [order._id, order]))
})
