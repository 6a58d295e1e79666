import type { Item } from '@jhatpat/shared/contracts/catalogue.ts'
import * as calls from '@jhatpat/shared/contracts/catalogue.ts'
import { toPaise, toRupees } from '@jhatpat/shared/contracts/money.ts'
import {
  findProduct,
  homeProducts,
  listItems,
  listProducts,
  productView,
} from '@jhatpat/shared/domain/catalogue/index.ts'
import type { Deps } from '@jhatpat/shared/domain/deps.ts'
import { pacesOfItems } from '@jhatpat/shared/domain/orders/index.ts'
import { earnedBy } from '@jhatpat/shared/domain/points/index.ts'
import type { Mount } from '../http/mount.ts'

export function mountCatalogue(mount: Mount, deps: Pick<Deps, 'clock' | 'env'>): void {
  mount(calls.homeProducts, homeProducts)
  mount(calls.allProducts, listProducts)
  mount(calls.eachProduct, async ({ params }) => productView(await findProduct(params.id)))
  mount(calls.itemsOfProduct, async ({ params }) => {
    const items = await listItems(params.productId)
    const ids = items.map(({ itemid }) => itemid)
    const paces = await pacesOfItems(deps, ids)
    return items.map((item) => {
      const pace = item.isApi ? paces.get(item.itemid) : undefined
      return { ...item, ...earnings(deps.env, item), ...(pace && { pace }) }
    })
  })
}

/** What an order of it would earn, at each price. */
const earnings = (env: Deps['env'], { discountedprice, resellprice }: Item) => ({
  points: toRupees(earnedBy(env, toPaise(discountedprice))),
  resellpoints: toRupees(earnedBy(env, toPaise(resellprice))),
})
