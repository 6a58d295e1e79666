import { readFileSync } from 'node:fs'
import { ItemType } from '@jhatpat/shared/contracts/catalogue.ts'
import { parseAmount } from '@jhatpat/shared/contracts/money.ts'
import type { IItem } from '@jhatpat/shared/domain/catalogue/item-model.ts'

export type DemoItem = Pick<IItem, 'name' | 'originalPaise' | 'discountedPaise' | 'resellPaise'> &
  Pick<IItem, 'id' | 'inStock' | 'suggestedTask' | 'type' | 'itemidarray'> & {
    itemid: number
    /** The `productid` of the product that it belongs to. */
    product: string
    /** A file in `art/items`, without its extension. */
    picture: string
  }

/**
 * The rows of items.tsv. Prices are in rupees; several supplier ids make a bundle, bought one after the
 * other.
 * @throws RangeError that names the row's number
 */
export function readItems(): DemoItem[] {
  const [, ...lines] = readFileSync(new URL('items.tsv', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
  return lines.map((line, index) => readItem(line.split('\t'), index + 2))
}

function readItem(cells: string[], row: number): DemoItem {
  const [product = '', itemid, name = '', picture = '', ...more] = cells
  const [original, discounted, resell, ids = '', type = '', badge = '', stock] = more
  if (cells.length !== 11)
    throw new RangeError(`items.tsv, row ${row}: ${cells.length} columns instead of 11`)
  const supplierIds = ids.split(' ').filter(Boolean)
  return {
    product,
    itemid: Number(itemid),
    name,
    picture,
    originalPaise: readPrice(original, row),
    discountedPaise: readPrice(discounted, row),
    resellPaise: readPrice(resell, row),
    id: supplierIds[0] ?? '',
    ...(supplierIds.length > 1 && { itemidarray: supplierIds }),
    ...(type !== '' && { type: ItemType.parse(type) }),
    ...(badge !== '' && { suggestedTask: badge }),
    inStock: stock !== 'no',
  }
}

function readPrice(cell: string | undefined, row: number): number {
  const paise = parseAmount(cell)
  if (!paise) throw new RangeError(`items.tsv, row ${row}: ${cell} is not a price`)
  return paise
}
