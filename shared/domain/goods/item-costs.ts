import type { AdminItem } from '../../contracts/admin-items.ts'
import { toRupees } from '../../contracts/money.ts'
import type { ItemDoc } from '../catalogue/index.ts'
import { type CostDeps, readCosts, readFloors } from '../prices/index.ts'

/**
 * What items cost by the suppliers' lists of now, in the supplier's unit, and in rupees where somebody has said what
 * a unit costs us. Undefined for what a person delivers, or what no list has.
 */
export async function readItemCosts(
  deps: CostDeps,
  items: readonly ItemDoc[],
): Promise<(item: ItemDoc) => AdminItem['cost']> {
  const [costOf, floors] = await Promise.all([readCosts(deps, items), readFloors(deps)])
  return (item) => {
    const cost = costOf(item)
    if (!cost) return undefined
    const { amount, unit, syncedAt, paise } = cost
    return {
      ...{ amount, unit, readAt: syncedAt.toISOString() },
      ...{ floorPercent: floors.customers, resellFloorPercent: floors.resellers },
      ...(paise === null ? {} : { rupees: toRupees(paise) }),
    }
  }
}
