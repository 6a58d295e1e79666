import { listPageSizes } from '@jhatpat/shared/contracts/admin-lists.ts'
import { ApiType } from '@jhatpat/shared/contracts/api-types.ts'
import { Category, ItemType } from '@jhatpat/shared/contracts/catalogue.ts'
import {
  itemSorts,
  itemStocks,
  productSorts,
  productStocks,
} from '@jhatpat/shared/contracts/catalogue-lists.ts'
import type { FilterField } from '../../lib/table/filter-fields.ts'
import type { TableSpec } from '../../lib/table/table-address.ts'
import type { TableTexts } from '../../lib/table/table-parts.ts'

/** The whole catalogue is loaded, so only letters in quick succession wait. In ms. */
const searchPauseMs = 100

const stockTexts: Record<string, string> = { in: 'In stock', paused: 'In stock, paused', out: 'Out of stock' }
const sayStock = (stock: string) => stockTexts[stock] ?? stock

type ItemFilter = 'product' | 'type' | 'stock'

export const itemsTable: TableSpec<ItemFilter> = {
  sizes: listPageSizes,
  sorts: itemSorts,
  filters: { product: 'text', type: ItemType.options, stock: itemStocks },
  columns: [
    'number',
    'product',
    'type',
    'badge',
    'packs',
    'was',
    'price',
    'resell',
    'margin',
    'stock',
    'api',
    'changed',
  ],
  hidden: ['api', 'changed'],
  searchKeeps: 'filters-and-order',
}

/** @param products the products that items can be filtered by */
export const itemsFields = (
  products: readonly { productid: string; name: string }[],
): readonly FilterField<ItemFilter>[] => [
  {
    kind: 'choice',
    name: 'product',
    label: 'Product',
    options: products.map(({ productid }) => productid),
    textOf: (id) => products.find(({ productid }) => productid === id)?.name ?? id,
  },
  { kind: 'choice', name: 'type', label: 'Type', options: ItemType.options },
  { kind: 'choice', name: 'stock', label: 'Stock', options: itemStocks, textOf: sayStock },
]

export const itemsTexts: TableTexts = {
  title: 'View Items',
  rows: 'items',
  row: 'item',
  search: 'Item number, name or supplier ID',
  searchPauseMs,
  searched: 'Search by item name, item number or supplier ID.',
  nothingYet: 'No items found',
  nothingYetWhy: 'Items are what customers buy. A product lists them.',
}

type ProductFilter = 'category' | 'stock' | 'apiType'

export const productsTable: TableSpec<ProductFilter> = {
  sizes: listPageSizes,
  sorts: productSorts,
  filters: { category: Category.options, stock: productStocks, apiType: ApiType.options },
  columns: ['type', 'category', 'api', 'items', 'trending', 'stock', 'inputs', 'createdAt'],
  hidden: ['createdAt'],
  searchKeeps: 'filters-and-order',
}

export const productsFields: readonly FilterField<ProductFilter>[] = [
  { kind: 'choice', name: 'category', label: 'Category', options: Category.options },
  { kind: 'choice', name: 'stock', label: 'Stock', options: productStocks, textOf: sayStock },
  {
    kind: 'choice',
    name: 'apiType',
    label: 'Supplier',
    options: ApiType.options,
    textOf: (type) => (type === 'OTHER' ? 'Manual' : type),
  },
]

export const productsTexts: TableTexts = {
  title: 'View Products',
  rows: 'products',
  row: 'product',
  search: 'Name, type or supplier',
  searchPauseMs,
  searched: 'Search by name, type or supplier.',
  nothingYet: 'No Products',
  nothingYetWhy: 'Products appear on the home page. Customers buy their items.',
}
