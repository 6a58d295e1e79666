import type { ItemDoc } from '../catalogue/index.ts'
import type { Deps } from '../deps.ts'
import { type ListCost, readListCosts, supplierProductsOf } from '../purchasing/index.ts'

/**
 * An item's cost by its supplier's price list; `paise` is null without an exchange rate for the supplier's currency.
 */
export type ItemCost = ListCost & { paise: number | null }

export type CostDeps = { env: Pick<Deps['env'], 'SUPPLIER_CURRENCY_PAISE' | 'PRICE_FLOOR_PERCENT'> }

/**
 * The items' costs by the suppliers' current price lists. Undefined for items that staff deliver or that no list
 * contains.
 */
export async function readCosts(
  { env }: CostDeps,
  items: readonly ItemDoc[],
): Promise<(item: ItemDoc) => ItemCost | undefined> {
  const costOf = await readListCosts(items.flatMap((item) => supplierProductsOf(item) ?? []))
  return (item) => {
    const products = supplierProductsOf(item)
    const cost = products && costOf(products)
    if (!products || !cost) return undefined
    const unitPaise = env.SUPPLIER_CURRENCY_PAISE.get(products.account)
    // Rounded up, so that a margin is never shown larger than it is.
    const paise = unitPaise === undefined ? null : Math.ceil(cost.amount * unitPaise - 1e-6)
    return { ...cost, paise }
  }
}
