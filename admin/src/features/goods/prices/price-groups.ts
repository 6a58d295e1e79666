import type { AdminItem } from '@jhatpat/shared/contracts/admin-items.ts'
import type { AdminProduct } from '@jhatpat/shared/contracts/admin-products.ts'
import { hasWords } from '@jhatpat/shared/contracts/catalogue-lists.ts'
import { isBelowFloor } from './margin.ts'

/** The rows of one product; without one, what no product sells. */
export type PriceGroup = { product: AdminProduct | undefined; items: AdminItem[] }

/** Products with their items in the shop's order, narrowed to a product, to what is searched for and to prices below the floor. An item is shown once. */
export function priceGroups(
  products: readonly AdminProduct[],
  items: readonly AdminItem[],
  { q, product, isLow = false }: { q: string; product: string; isLow?: boolean },
): PriceGroup[] {
  const byNumber = new Map(items.map((item) => [item.itemid, item]))
  const take = (itemid: number) => {
    const item = byNumber.get(itemid)
    byNumber.delete(itemid)
    return item ? [item] : []
  }
  const groups: PriceGroup[] = products.map((one) => ({ product: one, items: one.items.flatMap(take) }))
  const all = [...groups, { product: undefined, items: [...byNumber.values()] }]
  return all
    .filter((group) => product === '' || group.product?.productid === product)
    .map((group) => ({
      ...group,
      items: group.items.filter(
        (item) =>
          (!isLow || isBelowFloor(item)) &&
          hasWords(`${group.product?.name ?? ''} ${item.itemid} ${item.name}`, q),
      ),
    }))
    .filter((group) => group.items.length > 0 || (group.product !== undefined && q === '' && !isLow))
}
