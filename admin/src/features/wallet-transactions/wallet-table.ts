import {
  listPageSizes,
  listSorts,
  walletFilterStatuses,
  walletTypes,
} from '@jhatpat/shared/contracts/admin-lists.ts'
import type { FilterField } from '../../lib/table/filter-fields.ts'
import type { TableSpec } from '../../lib/table/table-address.ts'
import type { TableTexts } from '../../lib/table/table-parts.ts'

export type WalletFilter = 'type' | 'status' | 'from' | 'to' | 'min' | 'max'

/** Specification §2 and §9: filters and page sizes to the letter. */
export const walletTable: TableSpec<WalletFilter> = {
  sizes: listPageSizes,
  sorts: listSorts,
  filters: {
    type: walletTypes,
    status: walletFilterStatuses,
    from: 'text',
    to: 'text',
    min: 'text',
    max: 'text',
  },
  columns: [
    'type',
    'status',
    'value',
    'after',
    'order',
    'user',
    'email',
    'createdAt',
    'reference',
    'note',
    'mobile',
  ],
  hidden: ['note', 'mobile'],
}

export const walletFields: readonly FilterField<WalletFilter>[] = [
  { kind: 'choice', name: 'type', label: 'Type', options: walletTypes },
  { kind: 'choice', name: 'status', label: 'Status', options: walletFilterStatuses },
  { kind: 'days', label: 'Date', from: 'from', to: 'to' },
  { kind: 'amounts', label: 'Amount', min: 'min', max: 'max' },
]

export const walletTexts: TableTexts = {
  title: 'Wallet Transactions',
  rows: 'transactions',
  row: 'transaction',
  search: 'Paste any id, e-mail, mobile or bank reference',
  nothingYet: 'No transactions found.',
  nothingYetWhy: 'Every rupee that enters or leaves a wallet stands here.',
}
