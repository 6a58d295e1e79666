import type { Item } from '@jhatpat/shared/contracts/catalogue.ts'
import { toPaise } from '@jhatpat/shared/contracts/money.ts'
import { listItems } from '@jhatpat/shared/domain/catalogue/index.ts'
import type { Deps } from '@jhatpat/shared/domain/deps.ts'
import { deliveryTimesOf } from '@jhatpat/shared/domain/orders/index.ts'
import { pointsEarned, toPoints } from '@jhatpat/shared/domain/points/index.ts'

export type SellingDeps = Pick<Deps, 'clock' | 'env'>

/**
 * Lists a product's items with the points that an order of each earns, and their delivery times.
 * @throws AppError product_not_found
 */
export async function listSellableItems(deps: SellingDeps, productId: string): Promise<Item[]> {
  const items = await listItems(productId)
  const ids = items.map(({ itemid }) => itemid)
  const times = await deliveryTimesOf(deps, ids)
  return items.map((item) => {
    const deliveryTime = item.isApi ? times.get(item.itemid) : undefined
    return { ...item, ...earnings(deps.env, item), ...(deliveryTime && { deliveryTime }) }
  })
}

/** Points at each price. */
const earnings = (env: Deps['env'], { discountedprice, resellprice }: Item) => ({
  points: toPoints(pointsEarned(env, toPaise(discountedprice))),
  resellpoints: toPoints(pointsEarned(env, toPaise(resellprice))),
})
