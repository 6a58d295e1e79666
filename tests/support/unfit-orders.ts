import { OrderModel } from '@jhatpat/shared/domain/orders/index.ts'

const looked = 200

/**
 * What the latest orders of this test hold that their schema does not know, or has no word for, each as a sentence; nothing is
 * well. Orders are written past the schema, in groups.
 */
export async function unfitOrders(): Promise<string[]> {
  // What a test has put there as a part of one has no revision.
  const orders = await OrderModel.find({ revision: { $gte: 1 } })
    .sort({ _id: -1 })
    .limit(looked)
    .lean()
  const faults = await Promise.all(orders.map(faultOf))
  return [...new Set(faults.flat())]
}

async function faultOf(order: object): Promise<string[]> {
  try {
    await new OrderModel(order).validate()
    return []
  } catch (error) {
    return [String(error)]
  }
}
