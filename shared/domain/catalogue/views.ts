import type { Item, Product } from '../../contracts/catalogue.ts'
import { toRupees } from '../../contracts/money.ts'
import type { ItemDoc } from './item-model.ts'
import type { ProductDoc } from './product-model.ts'

export function productView(product: ProductDoc): Product {
  const { _id, productid, name, type, category, imgpath, importantnote } = product
  const { inputs, items, istrending, instock, isApi, apiType } = product
  return {
    _id: String(_id),
    ...{ productid, name, type, category, imgpath, importantnote },
    inputs: inputs.map(({ label }) => ({ label })),
    ...{ items, istrending, instock, isApi, apiType },
  }
}

/** Prices become rupees; what an item does not have is left out. */
export function itemView(item: ItemDoc): Item {
  const { id, itemid, name, imgpath, inStock, isApi, apiType, suggestedTask, type, itemidarray } = item
  return {
    _id: String(item._id),
    ...{ id, itemid, name, imgpath },
    originalprice: toRupees(item.originalPaise),
    discountedprice: toRupees(item.discountedPaise),
    resellprice: toRupees(item.resellPaise),
    ...{ inStock, isApi, apiType },
    ...(suggestedTask !== undefined && { suggestedTask }),
    ...(type !== undefined && { type }),
    ...(itemidarray !== undefined && { itemidarray }),
    createdAt: item.createdAt.toISOString(),
    updatedAt: item.updatedAt.toISOString(),
    __v: item.__v,
  }
}
