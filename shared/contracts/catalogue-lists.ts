import * as z from 'zod/mini'
import { type AdminItem, getAllItems } from './admin-items.ts'
import { type AdminProduct, getAllProducts } from './admin-products.ts'
import { ApiType } from './api-types.ts'
import { Category, ItemType } from './catalogue.ts'
import { csvOf } from './csv-route.ts'
import { idText } from './fields.ts'
import { searchText } from './list-queries.ts'

/** `paused`: in stock, but not sold because its supplier's balance does not cover it. */
export const itemStocks = ['in', 'paused', 'out'] as const
export const productStocks = ['in', 'out'] as const

/** Each key ascending, and with a leading minus descending. */
const bothWays = <Key extends string>(keys: readonly Key[]) =>
  keys.flatMap((key) => [key, `-${key}` as const] as const)
export const itemSorts = bothWays(['number', 'name', 'was', 'price', 'resell'])
export const productSorts = bothWays(['name', 'items', 'createdAt'])

const itemsQuery = z.strictObject({
  q: searchText(),
  /** The product that sells it. */
  product: z.optional(idText()),
  type: z.optional(ItemType),
  stock: z.optional(z.enum(itemStocks)),
  sort: z.optional(z.enum(itemSorts)),
})
export type ItemsQuery = z.output<typeof itemsQuery>

const productsQuery = z.strictObject({
  q: searchText(),
  category: z.optional(Category),
  stock: z.optional(z.enum(productStocks)),
  apiType: z.optional(ApiType),
  sort: z.optional(z.enum(productSorts)),
})
export type ProductsQuery = z.output<typeof productsQuery>

/** The items of a view, filtered and sorted: the same on the screen and in the CSV. */
export function parseItemQuery(
  items: readonly AdminItem[],
  { q = '', product, type, stock, sort = 'number' }: ItemsQuery,
): AdminItem[] {
  const fitting = items.filter(
    (item) =>
      (product === undefined || item.products.some(({ productid }) => productid === product)) &&
      (type === undefined || item.type === type) &&
      (stock === undefined || stockOf(item) === stock) &&
      hasWords(`${item.itemid} ${item.name} ${item.id} ${item.itemidarray?.join(' ') ?? ''}`, q),
  )
  return sortRows(fitting, sort, (item, key) => {
    switch (key) {
      case 'name':
        return item.name
      case 'was':
        return item.originalprice
      case 'price':
        return item.discountedprice
      case 'resell':
        return item.resellprice
      default:
        return item.itemid
    }
  })
}

/** The products of a view, filtered and sorted. */
export function parseProductQuery(
  products: readonly AdminProduct[],
  { q = '', category, stock, apiType, sort = 'name' }: ProductsQuery,
): AdminProduct[] {
  const fitting = products.filter(
    (product) =>
      (category === undefined || product.category === category) &&
      (stock === undefined || product.instock === (stock === 'in')) &&
      (apiType === undefined || deliveredBy(product) === apiType) &&
      hasWords(`${product.name} ${product.type} ${product.apiType} ${product.productid}`, q),
  )
  return sortRows(fitting, sort, (product, key) => {
    if (key === 'items') return product.items.length
    return key === 'createdAt' ? product.createdAt : product.name
  })
}

export const stockOf = ({ inStock, pausedBy }: AdminItem): (typeof itemStocks)[number] => {
  if (!inStock) return 'out'
  return pausedBy === 'balance' ? 'paused' : 'in'
}

/** The supplier's type, or OTHER for manual delivery. */
export const deliveredBy = ({ isApi, apiType }: Pick<AdminProduct, 'isApi' | 'apiType'>): string =>
  isApi && apiType ? apiType : 'OTHER'

/** Whether the text contains every word of the query. */
export function hasWords(text: string, q: string): boolean {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean)
  const lowerText = text.toLowerCase()
  return words.every((word) => lowerText.includes(word))
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

/** Sorts rows; equal ones keep their order. */
function sortRows<Row>(
  rows: readonly Row[],
  sort: string,
  read: (row: Row, key: string) => string | number,
): Row[] {
  const key = sort.replace('-', '')
  const way = sort.startsWith('-') ? -1 : 1
  return rows.toSorted((one, other) => way * compare(read(one, key), read(other, key)))
}

const compare = (one: string | number, other: string | number): number =>
  typeof one === 'number' && typeof other === 'number'
    ? one - other
    : collator.compare(String(one), String(other))

export const itemsCsv = csvOf(getAllItems, {
  summary: 'All items of a view, as CSV; the export is recorded in the audit log',
  query: itemsQuery,
  file: 'items.csv',
})

export const productsCsv = csvOf(getAllProducts, {
  summary: 'All products of a view, as CSV; the export is recorded in the audit log',
  query: productsQuery,
  file: 'products.csv',
})
