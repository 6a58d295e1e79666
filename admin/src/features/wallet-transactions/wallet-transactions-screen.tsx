import {
  allWalletTransactions,
  listPageSizes,
  listSorts,
  walletCsv,
  walletFilterStatuses,
  walletTypes,
} from '@jhatpat/shared/contracts/admin-lists.ts'
import { listScreen } from '../../lib/table/list-screen.tsx'
import { MatchReasonLine } from '../../lib/table/match-reason-line.tsx'
import { walletColumns } from '../../lib/table/wallet-columns.tsx'

/** All transactions of all wallets. Specification §2 and §9: filters and page sizes to the letter. */
export default listScreen({
  name: 'wallet',
  route: allWalletTransactions,
  pageOf: ({ transactions, totalItems, ...page }) => ({ ...page, rows: transactions, count: totalItems }),
  matched: MatchReasonLine,
  csv: walletCsv,
  rowKey: ({ txnid }) => txnid,
  columns: walletColumns,
  spec: {
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
  },
  fields: [
    { kind: 'choice', name: 'type', label: 'Type', options: walletTypes },
    { kind: 'choice', name: 'status', label: 'Status', options: walletFilterStatuses },
    { kind: 'days', label: 'Date', from: 'from', to: 'to' },
    { kind: 'amounts', label: 'Amount', min: 'min', max: 'max' },
  ],
  texts: {
    title: 'Wallet Transactions',
    rows: 'transactions',
    row: 'transaction',
    search: 'Search by order ID, player ID, email, mobile or UPI ref.',
    nothingYet: 'No transactions found.',
    nothingYetWhy: 'Wallet transactions appear here.',
  },
})
