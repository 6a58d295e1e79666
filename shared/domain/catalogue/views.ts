import type { Item, Product } from '../../contracts/catalogue.ts'
import { toRupees } from '../../contracts/money.ts'
import { type ItemDoc, isOnSale } from './item-model.ts'
import type { ProductDoc } from './product-model.ts'

export function productView(product: ProductDoc): Product {
  return {
    _id: product._id,
    productid: product._id,
    name: product.name,
    type: product.type,
    category: product.category,
    imgpath: product.imgpath,
    importantnote: product.importantnote,
    inputs: product.inputs.map(({ label, rule }) => (rule ? { label, rule } : { label })),
    items: product.items,
    istrending: product.istrending,
    instock: product.instock,
    isApi: product.isApi,
    apiType: product.apiType,
  }
}

/** An item as customers see it: prices in rupees, absent fields left out. */
export function itemView(stored: ItemDoc, product: { isApi: boolean }): Item {
  const { originalPaise, discountedPaise, resellPaise, pausedBy, pausedAt, ...item } = stored
  return {
    ...item,
    _id: String(item._id),
    itemid: item._id,
    inStock: isOnSale(stored, product),
    originalprice: toRupees(originalPaise),
    discountedprice: toRupees(discountedPaise),
    resellprice: toRupees(resellPaise),
    createdAt: item.createdAt.toISOString(),
    updatedAt: item.updatedAt.toISOString(),
  }
}
