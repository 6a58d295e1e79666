import { listPageSizes, listSorts } from '@jhatpat/shared/contracts/admin-lists.ts'
import { orderStatuses } from '@jhatpat/shared/contracts/order-status.ts'
import type { FilterField } from '../../lib/table/filter-fields.ts'
import type { TableSpec } from '../../lib/table/table-address.ts'
import type { TableTexts } from '../../lib/table/table-parts.ts'

export type OrderFilter = 'status' | 'paymentmode' | 'from' | 'to' | 'min' | 'max'

/** Specification §2 and §9: filters and page sizes to the letter. */
export const orderTable: TableSpec<OrderFilter> = {
  sizes: listPageSizes,
  sorts: listSorts,
  filters: {
    status: orderStatuses,
    paymentmode: ['upi', 'wallet'],
    ...{ from: 'text', to: 'text', min: 'text', max: 'text' },
  },
  columns: [
    ...['item', 'player', 'customer', 'value', 'payment', 'status', 'createdAt', 'bank'],
    ...['reason', 'delivered', 'product', 'mobile', 'supplier'],
  ],
  hidden: ['reason', 'delivered', 'product', 'mobile', 'supplier'],
}

export const orderFields: readonly FilterField<OrderFilter>[] = [
  { kind: 'days', label: 'Date', from: 'from', to: 'to' },
  { kind: 'choice', name: 'status', label: 'Status', options: orderStatuses },
  { kind: 'choice', name: 'paymentmode', label: 'Payment', options: ['upi', 'wallet'] },
  { kind: 'amounts', label: 'Amount', min: 'min', max: 'max' },
]

export const orderTexts: TableTexts = {
  title: 'All Orders',
  rows: 'orders',
  row: 'order',
  search: 'Paste any id, e-mail, mobile or bank reference',
  nothingYet: 'No orders found.',
  nothingYetWhy: 'Whatever is bought in the shop stands here from its first moment.',
}
