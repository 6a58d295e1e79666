import { type ItemDoc, ItemModel } from './item-model.ts'
import { ProductModel } from './product-model.ts'

/** The items that a supplier delivers: those that are so themselves, in a product that is. By their number. */
export async function apiItems(): Promise<ItemDoc[]> {
  const [items, sold] = await Promise.all([
    ItemModel.find({ isApi: true }).sort({ _id: 1 }).lean<ItemDoc[]>(),
    ProductModel.distinct('items', { isApi: true }),
  ])
  const numbers = new Set(sold)
  return items.filter(({ _id }) => numbers.has(_id))
}
