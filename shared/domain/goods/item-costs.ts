import type { AdminItem } from '../../contracts/admin-items.ts'
import { toRupees } from '../../contracts/money.ts'
import type { ItemDoc } from '../catalogue/index.ts'
import type { Deps } from '../deps.ts'
import { readFloors } from '../prices/index.ts'
import { packsOf, readListCosts } from '../supply/index.ts'

export type CostDeps = { env: Pick<Deps['env'], 'SUPPLIER_UNIT_PAISE' | 'PRICE_FLOOR_PERCENT'> }

/**
 * What items cost by the suppliers' lists of now, in the supplier's unit, and in rupees where somebody has said what
 * a unit costs us. Undefined for what a person delivers, or what no list has.
 */
export async function readItemCosts(
  { env }: CostDeps,
  items: readonly ItemDoc[],
): Promise<(item: ItemDoc) => AdminItem['cost']> {
  const [costOf, floors] = await Promise.all([
    readListCosts(items.flatMap((item) => packsOf(item) ?? [])),
    readFloors({ env }),
  ])
  return (item) => {
    const packs = packsOf(item)
    const cost = packs && costOf(packs)
    if (!packs || !cost) return undefined
    const unitPaise = env.SUPPLIER_UNIT_PAISE.get(packs.account)
    const { amount, unit, syncedAt } = cost
    return {
      ...{ amount, unit, readAt: syncedAt.toISOString() },
      ...{ floorPercent: floors.customers, resellFloorPercent: floors.resellers },
      // A part of a paisa counts as one: a margin is never shown larger than it is.
      ...(unitPaise === undefined ? {} : { rupees: toRupees(Math.ceil(amount * unitPaise - 1e-6)) }),
    }
  }
}
