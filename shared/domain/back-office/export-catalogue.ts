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
import { tableHeads } from '../../contracts/table-heads.ts'
import { listAdminItems, listAdminProducts } from '../catalogue-admin/index.ts'
import type { Deps } from '../deps.ts'
import { type CsvColumn, csvText, inIst, inRupees } from './csv.ts'
import { type ExportActor, recordExport } from './record-export.ts'

/** All items of a view, as CSV; the export is audited. */
export async function exportItems(
  by: ExportActor & Pick<Deps, 'env'>,
  query: ItemsQuery,
): Promise<AsyncIterable<string>> {
  const items = parseItemQuery(await listAdminItems(by), query)
  await recordExport(by, 'items', query)
  return csvText(itemColumns, [items])
}

/** All products of a view, as CSV; the export is audited. */
export async function exportProducts(by: ExportActor, query: ProductsQuery): Promise<AsyncIterable<string>> {
  const products = parseProductQuery(await listAdminProducts(), query)
  await recordExport(by, 'products', query)
  return csvText(productColumns, [products])
}

const rupees = (amount: number) => ({ paise: toPaise(amount) })
const stockTexts = { in: 'In stock', paused: 'In stock, paused', out: 'Out of stock' }

const delivererText = (product: Parameters<typeof deliveredBy>[0]): string => {
  const type = deliveredBy(product)
  return type === 'OTHER' ? 'By hand' : type
}

const item = tableHeads.items

const itemColumns: readonly CsvColumn<AdminItem>[] = [
  [item.number, ({ itemid }) => String(itemid)],
  [item.name, ({ name }) => name],
  ['Products', ({ products }) => products.map(({ name }) => name).join(', ')],
  [item.type, ({ type }) => type],
  [item.badge, ({ suggestedTask }) => suggestedTask],
  ['Delivered by', delivererText],
  [item.packs, ({ itemidarray, id }) => itemidarray?.join(' ') || id],
  [inRupees(item.was), ({ originalprice }) => rupees(originalprice)],
  [inRupees(item.price), ({ discountedprice }) => rupees(discountedprice)],
  [inRupees(item.resell), ({ resellprice }) => rupees(resellprice)],
  // The cost in paise may be a fraction.
  [
    inRupees('Cost'),
    ({ cost }) => (cost?.rupees === undefined ? '' : { paise: Math.round(cost.rupees * 100) }),
  ],
  [item.stock, (row) => stockTexts[stockOf(row)]],
  [inIst('Created'), ({ createdAt }) => createdAt && new Date(createdAt)],
]

const product = tableHeads.products

const productColumns: readonly CsvColumn<AdminProduct>[] = [
  ['Id', ({ productid }) => productid],
  [product.name, ({ name }) => name],
  [product.type, ({ type }) => type],
  [product.category, ({ category }) => category],
  ['Delivered by', delivererText],
  [product.items, ({ items }) => String(items.length)],
  [product.trending, ({ istrending }) => (istrending ? 'Yes' : 'No')],
  [product.stock, ({ instock }) => (instock ? 'In stock' : 'Out of stock')],
  ['First input', ({ inputs }) => inputs[0]?.label],
  ['Second input', ({ inputs }) => inputs[1]?.label],
  [inIst(product.createdAt), ({ createdAt }) => new Date(createdAt)],
]
