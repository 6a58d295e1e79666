import type { Item, Product } from '@jhatpat/shared/contracts/catalogue.ts'
import { serverNow } from '@jhatpat/shared/ui/format/server-time.ts'
import { useState } from 'react'
import { priceFor } from './buy-rules.ts'
import { isSellable } from './in-stock.ts'

/**
 * What happened to the chosen item: out of stock, since when if the page has seen it (ms), and the item of the
 * nearest price; or back in stock while the page was open.
 */
export type StockChange =
  | { kind: 'out'; item: Item; since: number | undefined; nearest: Item | undefined }
  | { kind: 'back'; item: Item }

type Choice = {
  product: Product | undefined
  items: readonly Item[] | undefined
  itemId: string | undefined
  role: string | undefined
}

type Seen = { item: Item; isOut: boolean; since: number | undefined; wasOut: boolean }

/** Follows the stock of the chosen item while the page is open. */
export function useStockChange({ product, items, itemId, role }: Choice): StockChange | undefined {
  const [seen, setSeen] = useState<Seen>()
  if (!product || !items || !itemId) return undefined
  const found = items.find(({ _id }) => _id === itemId)
  const isOut = !isSellable(found, product)
  const known = seen?.item._id === itemId ? seen : undefined
  if (!known && found) setSeen({ item: found, isOut, since: undefined, wasOut: false })
  else if (known && known.isOut !== isOut) {
    setSeen({
      item: found ?? known.item,
      isOut,
      since: isOut ? serverNow() : undefined,
      wasOut: known.isOut || known.wasOut,
    })
  }
  if (!known) return undefined
  if (!known.isOut) return known.wasOut ? { kind: 'back', item: known.item } : undefined
  const others = items.filter((item) => isSellable(item, product))
  return { kind: 'out', item: known.item, since: known.since, nearest: nearestTo(known.item, others, role) }
}

/** The item of the nearest price; of two, the cheaper one. */
function nearestTo(item: Item, others: readonly Item[], role: string | undefined): Item | undefined {
  const price = priceFor(item, role)
  const distance = (other: Item) => Math.abs(priceFor(other, role) - price)
  return [...others].sort(
    (one, other) => distance(one) - distance(other) || priceFor(one, role) - priceFor(other, role),
  )[0]
}
