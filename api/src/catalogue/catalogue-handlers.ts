import * as calls from '@jhatpat/shared/contracts/catalogue.ts'
import {
  findProduct,
  homeProducts,
  listItems,
  listProducts,
  productView,
} from '@jhatpat/shared/domain/catalogue/index.ts'
import type { Mount } from '../http/mount.ts'

export function mountCatalogue(mount: Mount): void {
  mount(calls.homeProducts, homeProducts)
  mount(calls.allProducts, listProducts)
  mount(calls.eachProduct, async ({ params }) => productView(await findProduct(params.id)))
  mount(calls.itemsOfProduct, ({ params }) => listItems(params.productId))
}
