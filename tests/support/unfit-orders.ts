import { OrderModel } from '@jhatpat/shared/domain/orders/index.ts'

const maxOrders = 200

/**
 * Fields of this test's latest orders that their schema does not have, or values that it does not allow,
 * each as a sentence; expected to be empty. Bulk writes of orders bypass the schema's validation.
 */
export async function unfitOrders(): Promise<string[]> {
  // An incomplete order that a test inserted has no revision.
  const orders = await OrderModel.find({ revision: { $gte: 1 } })
    .sort({ _id: -1 })
    .limit(maxOrders)
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
