import type { AdminItem } from '../../contracts/admin-items.ts'
import type { AdminProduct } from '../../contracts/admin-products.ts'
import {
  deliveredBy,
  type ItemsQuery,
  type ProductsQuery,
  parseItemQuery,
  parseProductQuery,
  stockOf,
} from '../../contracts/catalogue-lists.ts'
import { toPaise } from '../../contracts/money.ts'
import { listAdminItems, listAdminProducts } from '../catalogue-admin/index.ts'
import type { Deps } from '../deps.ts'
import { byteOrderMark, type Cell, csvLine } from './csv.ts'
import { type ExportActor, recordExport } from './record-export.ts'

/** All items of a view, as CSV; the export is audited. */
export async function exportItems(
  by: ExportActor & Pick<Deps, 'env'>,
  query: ItemsQuery,
): Promise<AsyncIterable<string>> {
  const items = parseItemQuery(await listAdminItems(by), query)
  await recordExport(by, 'items', query)
  return csvChunks(itemHeadings, items.map(itemCells))
}

/** All products of a view, as CSV; the export is audited. */
export async function exportProducts(by: ExportActor, query: ProductsQuery): Promise<AsyncIterable<string>> {
  const products = parseProductQuery(await listAdminProducts(), query)
  await recordExport(by, 'products', query)
  return csvChunks(productHeadings, products.map(productCells))
}

/** Items and products are few and read completely, as by the specification's calls. */
async function* csvChunks(heads: readonly string[], rows: readonly Cell[][]): AsyncGenerator<string> {
  yield byteOrderMark + csvLine(heads)
  yield rows.map(csvLine).join('')
}

const itemHeadings = [
  'Number',
  'Item',
  'Products',
  'Type',
  'Badge',
  'Delivered by',
  'Supplier ids',
  'Original (INR)',
  'Price (INR)',
  'Resell (INR)',
  'Cost (INR)',
  'Stock',
  'Created (IST)',
]

const rupees = (amount: number) => ({ paise: toPaise(amount) })
const stockTexts = { in: 'In', paused: 'In, paused', out: 'Out' }

const delivererText = (product: Parameters<typeof deliveredBy>[0]): string => {
  const type = deliveredBy(product)
  return type === 'OTHER' ? 'By hand' : type
}

const itemCells = (item: AdminItem): Cell[] => [
  String(item.itemid),
  item.name,
  item.products.map(({ name }) => name).join(', '),
  item.type,
  item.suggestedTask,
  delivererText(item),
  item.itemidarray?.join(' ') || item.id,
  rupees(item.originalprice),
  rupees(item.discountedprice),
  rupees(item.resellprice),
  // The cost in paise may be a fraction.
  item.cost?.rupees === undefined ? '' : { paise: Math.round(item.cost.rupees * 100) },
  stockTexts[stockOf(item)],
  item.createdAt ? new Date(item.createdAt) : '',
]

const productHeadings = [
  'Id',
  'Product',
  'Type',
  'Category',
  'Delivered by',
  'Items',
  'Trending',
  'Stock',
  'First input',
  'Second input',
  'Created (IST)',
]

const productCells = (product: AdminProduct): Cell[] => [
  product.productid,
  product.name,
  product.type,
  product.category,
  delivererText(product),
  String(product.items.length),
  product.istrending ? 'Yes' : 'No',
  product.instock ? 'In' : 'Out',
  product.inputs[0]?.label,
  product.inputs[1]?.label,
  new Date(product.createdAt),
]
