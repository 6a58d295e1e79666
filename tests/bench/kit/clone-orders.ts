import { type OrderDoc, OrderModel } from '@jhatpat/shared/domain/orders/index.ts'

const batch = 2_000

/**
 * Writes so many orders that are like one which the shop has made, each with an id of its own, past the models and the
 * ledger: for orders that are looked at, bought for or moved on, not for counting money.
 * @param prefix three signs that no other clones of this shop have
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

/** `JP261121` and eight signs. */
const idOf = (like: string, prefix: string, index: number) =>
  `${like.slice(0, 8)}${prefix}${index.toString(32).toUpperCase().replaceAll('I', 'W').replaceAll('L', 'X').replaceAll('O', 'Y').padStart(5, '0')}`
