import type { Role } from '../../contracts/roles.ts'
import { AppError } from '../../platform/app-error.ts'
import { batchReadsById } from '../../platform/batches/index.ts'
import { findProduct } from './find-product.ts'
import { type ItemDoc, ItemModel } from './item-model.ts'
import type { ProductDoc } from './product-model.ts'

/** An item as one product sells it. */
export type Listing = { product: ProductDoc; item: ItemDoc }

const readItem = batchReadsById<ItemDoc>(ItemModel)

/**
 * Does not check the stock; buyers check `isOnSale(item, product) && product.instock`.
 * @param listing.productId the product's `productid`
 * @throws AppError `product_not_found`, or `item_not_found` (also when the product does not sell that item)
 */
export async function findListing({
  productId,
  itemid,
}: {
  productId: string
  itemid: number
}): Promise<Listing> {
  const [product, item] = await Promise.all([findProduct(productId), readItem(itemid)])
  if (!item || !product.items.includes(item._id)) throw new AppError('item_not_found')
  return { product, item }
}

/**
 * The price of an item for a caller's role, in paise. Admins and visitors who are not signed in see the customers'
 * price.
 */
export function pricePaiseFor(
  item: Pick<ItemDoc, 'discountedPaise' | 'resellPaise'>,
  role: Role | undefined,
): number {
  return role === 'reseller' ? item.resellPaise : item.discountedPaise
}
