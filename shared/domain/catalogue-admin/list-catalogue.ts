import type { AdminItem } from '../../contracts/admin-items.ts'
import type { AdminProduct } from '../../contracts/admin-products.ts'
import { toRupees } from '../../contracts/money.ts'
import { AppError } from '../../platform/app-error.ts'
import { findProduct, type ItemDoc, ItemModel, type ProductDoc, ProductModel } from '../catalogue/index.ts'
import { adminItem, adminProduct } from './admin-views.ts'
import { type CostDeps, readCosts } from './item-costs.ts'
import { readFloors } from './price-floors.ts'

/** Every product, oldest first. */
export async function listAdminProducts(): Promise<AdminProduct[]> {
  const products = await ProductModel.find().sort({ createdAt: 1, _id: 1 }).lean<ProductDoc[]>()
  return products.map(adminProduct)
}

/** Every item, by number, with its cost. */
export async function listAdminItems(deps: CostDeps): Promise<AdminItem[]> {
  const [items, products] = await Promise.all([
    ItemModel.find().sort({ _id: 1 }).lean<ItemDoc[]>(),
    ProductModel.find({}, { name: 1, items: 1 }).sort({ createdAt: 1, _id: 1 }).lean(),
  ])
  const sellers = new Map<number, { _id: string; name: string }[]>()
  for (const { _id, name, items: itemids } of products) {
    for (const itemid of new Set(itemids))
      sellers.set(itemid, [...(sellers.get(itemid) ?? []), { _id, name }])
  }
  const costOf = await readItemCosts(deps, items)
  return items.map((item) => {
    const cost = costOf(item)
    return { ...adminItem(item, sellers.get(item._id) ?? []), ...(cost && { cost }) }
  })
}

/** @throws AppError `item_not_found` */
export async function readAdminItem(itemid: number): Promise<AdminItem> {
  const [item, sellers] = await Promise.all([
    ItemModel.findById(itemid).lean<ItemDoc | null>(),
    ProductModel.find({ items: itemid }, { name: 1 }).sort({ createdAt: 1, _id: 1 }).lean(),
  ])
  if (!item) throw new AppError('item_not_found')
  return adminItem(item, sellers)
}

/** @throws AppError `product_not_found` */
export const readAdminProduct = async (productid: string): Promise<AdminProduct> =>
  adminProduct(await findProduct(productid))

/**
 * The items' costs by the suppliers' current price lists, in the supplier's currency, and in rupees where an exchange
 * rate is set. Undefined for items that staff deliver or that no list contains.
 */
async function readItemCosts(
  deps: CostDeps,
  items: readonly ItemDoc[],
): Promise<(item: ItemDoc) => AdminItem['cost']> {
  const [costOf, floors] = await Promise.all([readCosts(deps, items), readFloors(deps)])
  return (item) => {
    const cost = costOf(item)
    if (!cost) return undefined
    const { amount, unit, syncedAt, paise } = cost
    return {
      amount,
      unit,
      readAt: syncedAt.toISOString(),
      floorPercent: floors.customers,
      resellFloorPercent: floors.resellers,
      ...(paise === null ? {} : { rupees: toRupees(paise) }),
    }
  }
}
