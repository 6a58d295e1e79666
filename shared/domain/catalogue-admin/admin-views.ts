import type { AdminItem } from '../../contracts/admin-items.ts'
import type { AdminProduct } from '../../contracts/admin-products.ts'
import { type ItemDoc, itemView, type ProductDoc, productView } from '../catalogue/index.ts'

type Seller = Pick<ProductDoc, '_id' | 'name'>

/**
 * An item with its own stock flag; a pause is shown separately.
 * @param sellers the products that sell it
 */
export function adminItem(item: ItemDoc, sellers: readonly Seller[]): AdminItem {
  return {
    ...itemView(item, { isApi: item.isApi }),
    inStock: item.inStock,
    ...(item.pausedBy && { pausedBy: item.pausedBy }),
    products: sellers.map(({ _id, name }) => ({ productid: _id, name })),
  }
}

export function adminProduct(product: ProductDoc): AdminProduct {
  const { createdAt, updatedAt, __v } = product
  return {
    ...productView(product),
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    __v,
  }
}
