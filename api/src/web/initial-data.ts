import { eachProduct, homeProducts, itemsOfProduct } from '@jhatpat/shared/contracts/catalogue.ts'
import { delays } from '@jhatpat/shared/contracts/delays.ts'
import { homeGallery } from '@jhatpat/shared/contracts/gallery.ts'
import type { InitialData } from '@jhatpat/shared/contracts/initial-data.ts'
import { supportContact } from '@jhatpat/shared/contracts/support.ts'
import * as catalogue from '@jhatpat/shared/domain/catalogue/index.ts'
import * as gallery from '@jhatpat/shared/domain/catalogue/index.ts'
import { listIdCheckOutages } from '@jhatpat/shared/domain/suppliers/index.ts'
import { listSellableItems, type SellingDeps } from '../catalogue/list-sellable-items.ts'
import { currentDelays } from '../incidents/current-delays.ts'
import type { ApiDeps } from '../realtime/api-deps.ts'
import { supportView } from '../support/support-view.ts'

/** What pages sell, and whether they can. */
export type PageDeps = SellingDeps & Pick<ApiDeps, 'quietMode'>

/**
 * The data that the storefront's page at a path would fetch first, each result reduced to its
 * contract.
 * @throws AppError product_not_found
 */
export async function initialDataFor(deps: PageDeps, path: string): Promise<InitialData> {
  // For the footer of every page.
  const support = supportContact.result.parse(supportView(deps.env))
  if (path === '/' || path === '/home') {
    const [products, images, delayList] = await Promise.all([
      catalogue.homeProducts(),
      gallery.homeGallery(),
      currentDelays(deps),
    ])
    return {
      support,
      homeProducts: homeProducts.result.parse(products),
      homeGallery: homeGallery.result.parse(images),
      delays: delays.result.parse(delayList),
    }
  }
  const id = productIdIn(path)
  if (id === undefined) return { support }
  const [product, items, ...delayLists] = await Promise.all([
    catalogue.findProduct(id),
    listSellableItems(deps, id),
    currentDelays(deps),
    listIdCheckOutages(deps),
  ])
  return {
    support,
    product: eachProduct.result.parse(catalogue.productView(product)),
    items: itemsOfProduct.result.parse(items),
    delays: delays.result.parse(delayLists.flat()),
  }
}

function productIdIn(path: string): string | undefined {
  const [, encoded] = /^\/product\/([^/]+)\/?$/.exec(path) ?? []
  if (encoded === undefined) return undefined
  try {
    return decodeURIComponent(encoded)
  } catch {
    return encoded
  }
}
