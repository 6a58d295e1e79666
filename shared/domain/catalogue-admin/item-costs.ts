import type { ItemDoc } from '../catalogue/index.ts'
import type { Deps } from '../deps.ts'
import { type ListCost, readListCosts, supplierProductsOf } from '../purchasing/index.ts'

/** What an item costs by its supplier's list; `paise` is null where nobody has said what a unit costs us. */
export type ItemCost = ListCost & { paise: number | null }

export type CostDeps = { env: Pick<Deps['env'], 'SUPPLIER_CURRENCY_PAISE' | 'PRICE_FLOOR_PERCENT'> }

/** What items cost by the suppliers' lists of now. Undefined for what a person delivers, or what no list has. */
export async function readCosts(
  { env }: CostDeps,
  items: readonly ItemDoc[],
): Promise<(item: ItemDoc) => ItemCost | undefined> {
  const costOf = await readListCosts(items.flatMap((item) => supplierProductsOf(item) ?? []))
  return (item) => {
    const packs = supplierProductsOf(item)
    const cost = packs && costOf(packs)
    if (!packs || !cost) return undefined
    const unitPaise = env.SUPPLIER_CURRENCY_PAISE.get(packs.account)
    // A part of a paisa counts as one: a margin is never shown larger than it is.
    const paise = unitPaise === undefined ? null : Math.ceil(cost.amount * unitPaise - 1e-6)
    return { ...cost, paise }
  }
}
