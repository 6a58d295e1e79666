import { type SupplierName, supplierNameFor } from '../../contracts/api-types.ts'
import type { CostUnit } from '../../providers/suppliers/supplier.ts'
import type { IItem } from '../catalogue/index.ts'
import { costOfProduct, costUnitOf } from './cost-rules.ts'
import { type ISupplierProduct, SupplierProductModel, supplierProductId } from './supplier-product-model.ts'

export type ItemSource = { account: SupplierName; supplierItemIds: readonly string[] }

/** Where an item's products are bought; undefined for manual delivery and for items without supplier products. */
export function supplierProductsOf({
  isApi,
  apiType,
  id,
  itemidarray,
}: Pick<IItem, 'isApi' | 'apiType' | 'id' | 'itemidarray'>): ItemSource | undefined {
  const account = isApi ? supplierNameFor(apiType) : undefined
  const supplierItemIds = itemidarray?.length ? itemidarray : [id].filter(Boolean)
  return account && supplierItemIds.length > 0 ? { account, supplierItemIds } : undefined
}

/** The total cost of products, in the currency of the account's balance, and when their list was read. */
export type ListCost = {
  amount: number
  unit: CostUnit
  syncedAt: Date
}

/**
 * Reads the stored products once, and returns a function for the total cost of some of them. It returns undefined when
 * one was never listed, or its cost in coins is unknown.
 */
export async function readListCosts(
  sets: readonly ItemSource[],
): Promise<(set: ItemSource) => ListCost | undefined> {
  const ids = [...new Set(sets.flatMap(idsOf))]
  const listed = await SupplierProductModel.find({ _id: { $in: ids } }).lean<ISupplierProduct[]>()
  const byId = new Map(listed.map((product) => [product._id, product]))
  return (set) => {
    const products = idsOf(set).flatMap((id) => byId.get(id) ?? [])
    const [first] = products
    const costs = products.map((product) => costOfProduct(product))
    if (!first || products.length < idsOf(set).length || costs.includes('')) return undefined
    const amount = costs.reduce((sum, cost) => sum + Number(cost), 0)
    const syncedAt = new Date(Math.min(...products.map((product) => product.syncedAt.getTime())))
    return { amount: Math.round(amount * 10_000) / 10_000, unit: costUnitOf(first), syncedAt }
  }
}

const idsOf = ({ account, supplierItemIds }: ItemSource) =>
  supplierItemIds.map((id) => supplierProductId(account, id))
