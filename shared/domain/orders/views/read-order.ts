import { together } from '../../../platform/together.ts'
import { type OrderDoc, OrderModel } from '../order-model.ts'

const readEach = together<string, OrderDoc | undefined>(async (ids) => {
  const found = await OrderModel.find({ _id: { $in: [...new Set(ids)] } }).lean<OrderDoc[]>()
  const orders = new Map(found.map((order) => [order._id, order]))
  return ids.map((id) => orders.get(id))
})

/** An order as it is now, or undefined where there is none. All that are asked for at the same time are one query. */
export const readOrder = (id: string): Promise<OrderDoc | undefined> => readEach(id)
