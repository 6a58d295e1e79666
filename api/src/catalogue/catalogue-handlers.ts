import * as calls from '@jhatpat/shared/contracts/catalogue.ts'
import {
  findProduct,
  homeProducts,
  listProducts,
  productView,
} from '@jhatpat/shared/domain/catalogue/index.ts'
import type { Mount } from '../http/mount.ts'
import { listSellableItems, type SellingDeps } from './list-sellable-items.ts'

export function mountCatalogue(mount: Mount, deps: SellingDeps): void {
  mount(calls.homeProducts, homeProducts)
  mount(calls.allProducts, listProducts)
  mount(calls.eachProduct, async ({ params }) => productView(await findProduct(params.id)))
  mount(calls.itemsOfProduct, ({ params }) => listSellableItems(deps, params.productId))
}
