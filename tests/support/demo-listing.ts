import type { SuppliedType } from '@jhatpat/shared/contracts/api-types.ts'
import { demoProducts } from '../../scripts/demo-data/demo-products.ts'
import { type DemoItem, readItems } from '../../scripts/demo-data/read-items.ts'

export type DemoListing = { product: (typeof demoProducts)[number]; item: DemoItem }

/**
 * A demo item of this type: a product that its supplier's simulator sells.
 * @throws Error that says what to add to the demo
 */
export function demoListing(apiType: SuppliedType): DemoListing {
  const product = demoProducts.find((one) => one.apiType === apiType)
  if (!product) throw new Error(`scripts/demo-data/demo-products.ts has no product of the type ${apiType}`)
  const item = readItems().find((one) => one.product === product.productid && one.inStock && !one.itemidarray)
  if (!item)
    throw new Error(`scripts/demo-data/items.tsv has no single pack in stock of ${product.productid}`)
  return { product, item }
}
