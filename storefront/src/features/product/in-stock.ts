import type { Item, Product } from '@jhatpat/shared/contracts/catalogue.ts'

/** Whether an item can be bought. */
export function isSellable(item: Item | undefined, product: Product | undefined): item is Item {
  return item?.inStock === true && product?.instock === true
}

/** Whether no item of a product can be bought. */
export function isSoldOut(product: Product | undefined, items: readonly Item[] | undefined): boolean {
  if (!product) return false
  if (!product.instock) return true
  return items !== undefined && items.length > 0 && !items.some((item) => item.inStock)
}
