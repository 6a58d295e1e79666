import * as z from 'zod/mini'
import { adminTables } from './admin-tables.ts'
import { csvOf } from './csv-route.ts'
import { isoTime, userId } from './fields.ts'
import { dayRange, pageCursors, paginatedListQuery, rupeesQuery, searchText } from './list-queries.ts'
import { OrderStatusWord, PaymentMode } from './orders.ts'
import { route } from './route.ts'
import { WalletStatus } from './wallet.ts'

/** Specification §9. */
export const listPageSizes = [50, 100, 250, 500] as const

/** Which part of the searched text matched. */
export const matchedBy = ['order', 'wallet', 'bank', 'supplier', 'email', 'mobile', 'user', 'player'] as const
export type MatchReason = (typeof matchedBy)[number]

/** With a leading minus: the latest or largest first. */
export const listSorts = ['-createdAt', 'createdAt', '-value', 'value'] as const
export type ListSort = (typeof listSorts)[number]

/**
 * A complete id, e-mail address, mobile number or reference: other filters are ignored for its
 * matches.
 */
const search = { q: searchText() }

const common = {
  sort: z.optional(z.enum(listSorts)),
  ...dayRange,
  /** Rupees as shown, both ends included: money that left a wallet is below 0. */
  min: rupeesQuery(),
  max: rupeesQuery(),
}

const orderFilters = {
  status: z.optional(OrderStatusWord),
  paymentmode: z.optional(PaymentMode),
  /** A user's `_id`: one customer's orders, always by time. */
  customer: z.optional(userId()),
  ...search,
  ...common,
}

/** An order as a row of All Orders, by the specification's names; `value` is rupees. */
export const OrderRow = z.object({
  _id: z.string(),
  orderid: z.string(),
  itemname: z.string(),
  itemimg: z.string(),
  productname: z.string(),
  status: OrderStatusWord,
  reason: z.string(),
  input1: z.string(),
  input2: z.string(),
  /** The player's name from the supplier, or empty. */
  username: z.string(),
  value: z.number(),
  paymentmode: PaymentMode,
  /** The customer's `_id`, name and mobile number. */
  customer: z.object({ _id: z.string(), userid: z.string(), name: z.string(), mobilenumber: z.string() }),
  useremail: z.string(),
  createdAt: isoTime(),
  updatedAt: isoTime(),
  /**
   * The bank's reference once paid by UPI, the wallet transaction for wallet orders, else empty.
   */
  transactionid: z.string(),
  /** The supplier's own ids of what it delivered. */
  supplierorders: z.array(z.string()),
  /** When it was completed, or empty. */
  completedAt: z.string(),
})
export type OrderRow = z.output<typeof OrderRow>

export const walletTypes = ['Credit', 'Debit', 'Refunded'] as const
export const walletFilterStatuses = ['Success', 'Failed', 'Created'] as const

/** Filters of one wallet's transactions; sorted by time only. */
export const walletTransactionFilters = {
  type: z.optional(z.enum(walletTypes)),
  /** Created is a top-up that has not ended. */
  status: z.optional(z.enum(walletFilterStatuses)),
  ...common,
}

const walletFilters = { ...walletTransactionFilters, ...search }

/** A wallet transaction as admins see it; `amount` is rupees, below 0 for a debit. */
export const WalletTransactionRow = z.object({
  txnid: z.string(),
  type: z.enum(walletTypes),
  status: WalletStatus,
  amount: z.number(),
  /** Rupees in the wallet afterwards; null while no money has moved, or where it is not known. */
  balanceAfter: z.nullable(z.number()),
  orderid: z.string(),
  customer: z.object({ _id: z.string(), name: z.string(), mobilenumber: z.string() }),
  userid: z.string(),
  useremail: z.string(),
  createdAt: isoTime(),
  updatedAt: isoTime(),
  note: z.string(),
  /** The bank's reference, or empty. */
  reference: z.string(),
})
export type WalletTransactionRow = z.output<typeof WalletTransactionRow>

const listed = {
  ...pageCursors,
  /** There are more rows than were counted: 10,000 with any filter. */
  hasMore: z.boolean(),
  /** Which kind of value the search matched; null without a search, or without a match. */
  matchedBy: z.nullable(z.enum(matchedBy)),
}

export const allOrders = route({
  method: 'GET',
  path: '/admin/alltxn',
  auth: { permission: adminTables.orders.permission },
  summary: 'A page of all orders: by number, or from a cursor at any depth',
  query: z.strictObject({ ...paginatedListQuery(), ...orderFilters }),
  result: z.object({ transactions: z.array(OrderRow), totalTxns: z.number(), ...listed }),
  errors: ['page_too_deep'],
  errorField: 'message',
})

export const allWalletTransactions = route({
  method: 'GET',
  path: '/admin/allwallettxn',
  auth: { permission: adminTables.wallet.permission },
  summary: 'A page of the transactions of all wallets: by number, or from a cursor at any depth',
  query: z.strictObject({ ...paginatedListQuery(), ...walletFilters }),
  result: z.object({
    transactions: z.array(WalletTransactionRow),
    currentPage: z.number(),
    totalPages: z.number(),
    totalItems: z.number(),
    ...listed,
  }),
  errors: ['page_too_deep'],
  errorField: 'message',
})

/** A record that a searched text identifies, or belongs to. */
export const SearchResult = z.object({
  /** `start`: it begins with the text, or a word of its name does. */
  by: z.enum([...matchedBy, 'start']),
  /** What it leads to: an order or its customer's orders, a user, wallet transactions, a product. */
  what: z.enum(['order', 'orders', 'user', 'wallet', 'product']),
  /** The order's id, the user's `_id`, the `productid`, or the text to search the list for. */
  id: z.string(),
  title: z.string(),
  detail: z.string(),
  /** Of an order. */
  status: z.optional(OrderStatusWord),
})
export type SearchResult = z.output<typeof SearchResult>

export const searchAll = route({
  method: 'GET',
  path: '/admin/search',
  auth: { permission: 'orders.view' },
  summary: 'What an id, e-mail address, mobile number, reference or name belongs to',
  query: z.strictObject({ q: searchText() }),
  result: z.object({ results: z.array(SearchResult) }),
  errors: [],
  errorField: 'message',
})

export const ordersCsv = csvOf(allOrders, {
  summary: 'All orders of a view, as CSV; the export is recorded in the audit log',
  query: z.strictObject(orderFilters),
  file: 'orders.csv',
})

export const walletCsv = csvOf(allWalletTransactions, {
  summary: 'The wallet transactions of a view, as CSV; the export is recorded in the audit log',
  query: z.strictObject(walletFilters),
  file: 'wallet-transactions.csv',
})
