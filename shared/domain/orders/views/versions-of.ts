import { type OrderDoc, OrderModel } from '../order-model.ts'

/** How often each of these orders has moved: another number than one has seen means that it is another order now. */
export async function versionsOf(ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (ids.length === 0) return new Map()
  const orders = await OrderModel.find({ _id: { $in: ids } }, { version: 1 }).lean<
    Pick<OrderDoc, '_id' | 'version'>[]
  >()
  return new Map(orders.map(({ _id, version }) => [_id, version]))
}
