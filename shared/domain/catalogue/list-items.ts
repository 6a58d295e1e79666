import type { Item } from '../../contracts/catalogue.ts'
import { findProduct } from './find-product.ts'
import { type ItemDoc, ItemModel } from './item-model.ts'
import { itemView } from './views.ts'

/**
 * A product's items in the product's own order, in stock or not.
 * @throws AppError product_not_found
 */
export async function listItems(productId: string): Promise<Item[]> {
  const product = await findProduct(productId)
  const items = await ItemModel.find({ _id: { $in: product.items } }).lean<ItemDoc[]>()
  const byNumber = new Map(items.map((item) => [item._id, item]))
  return product.items.flatMap((itemid) => {
    const item = byNumber.get(itemid)
    return item ? [itemView(item, product)] : []
  })
}
