import { type OrderDoc, OrderModel } from '@jhatpat/shared/domain/orders/index.ts'

const batch = 2_000

/**
 * Writes `count` copies of an order that the shop has made, each with its own id, without the models and
 * the ledger: for orders that are read, bought for or changed, not for money.
 * @param prefix three characters that no other clones of this shop have
 * @returns their ids
 */
export async function cloneOrders(
  template: OrderDoc,
  { prefix, count }: { prefix: string; count: number },
): Promise<string[]> {
  const ids = Array.from({ length: count }, (_, index) => idOf(template._id, prefix, index))
  for (let from = 0; from < count; from += batch) {
    const orders = ids.slice(from, from + batch).map((_id) => ({
      ...template,
      _id,
      units: template.units.map((unit, index) => ({ ...unit, ref: `${_id}-${index + 1}` })),
    }))
    await OrderModel.collection.insertMany(orders as never)
  }
  return ids
}

/** `JP261121` and eight characters. */
const idOf = (like: string, prefix: string, index: number) =>
  `${like.slice(0, 8)}${prefix}${index.toString(32).toUpperCase().replaceAll('I', 'W').replaceAll('L', 'X').replaceAll('O', 'Y').padStart(5, '0')}`
