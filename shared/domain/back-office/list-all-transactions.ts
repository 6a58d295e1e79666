import { type QueryFilter, Types } from 'mongoose'
import type {
  MatchReason,
  WalletTransactionRow,
  walletFilterStatuses,
  walletTypes,
} from '../../contracts/admin-lists.ts'
import { walletStatuses } from '../../contracts/wallet.ts'
import {
  countPaginatedList,
  type PaginatedList,
  readPage,
  type SliceQuery,
} from '../../platform/paginated-list.ts'
import {
  allTransactionsIndexes,
  ofOrderIndex,
  ownerIndex,
  type TransactionKind,
  transactionKinds,
  type WalletTransactionDoc,
  WalletTransactionModel,
} from '../wallet/index.ts'
import {
  amountRange,
  type CommonFilters,
  dayRange,
  idIndexHint,
  isComplete,
  sortNewest,
  sortOf,
  timeSortOf,
} from './list-filters.ts'
import { parseSearchInput, type SearchMatch } from './parse-search-input.ts'
import { walletTransactionFields, walletTransactionRow } from './wallet-transaction-row.ts'

export type WalletFilters = CommonFilters & {
  type?: (typeof walletTypes)[number] | undefined
  status?: (typeof walletFilterStatuses)[number] | undefined
}

export type WalletPage = {
  transactions: WalletTransactionRow[]
  currentPage: number
  totalPages: number
  totalItems: number
  hasMore: boolean
  next: string | null
  previous: string | null
  matchedBy: MatchReason | null
}

type List = PaginatedList<WalletTransactionDoc, 'createdAt' | 'amountPaise' | '_id'>

const newest = { by: 'createdAt', direction: -1 } as const
const emptyPage = {
  transactions: [],
  currentPage: 1,
  totalPages: 0,
  totalItems: 0,
  hasMore: false,
  next: null,
  previous: null,
  matchedBy: null,
}

/** A page of all wallet transactions. A search replaces the filters and lists its results, newest first. */
export async function listAllTransactions(filters: WalletFilters & SliceQuery): Promise<WalletPage> {
  if (!filters.q) return readListPage(allTransactions(filters), filters, null)
  for (const match of await parseSearchInput(filters.q)) {
    const page = await searchPage(match, filters)
    if (page && page.totalItems > 0) return page
  }
  return emptyPage
}

/** The complete list of a view; undefined if its search finds nothing. */
export async function parseWalletTransactionQuery(filters: WalletFilters): Promise<List | undefined> {
  if (!filters.q) return allTransactions(filters)
  for (const match of await parseSearchInput(filters.q)) {
    const list = listFor(match)
    if (
      list &&
      (await WalletTransactionModel.find(list.filter, { _id: 1 }).hint(list.index).limit(1).lean()).length > 0
    ) {
      return list
    }
  }
  return undefined
}

/** The transactions that match the filters, of all wallets or of one; without a search. */
function allTransactions(filters: WalletFilters): List {
  const { customer } = filters
  const amount = amountRange(filters)
  const filter: QueryFilter<WalletTransactionDoc> = {
    ...(customer && { userId: new Types.ObjectId(customer) }),
    status: statusFilter(filters.status),
    ...dayRange(filters),
    $and: [typeFilter(filters.type), amount ? { amountPaise: amount } : {}],
  }
  if (customer)
    return { filter, order: timeSortOf(filters), index: ownerIndex, fields: walletTransactionFields }
  const order = sortOf(filters, 'amountPaise')
  const isAll = isComplete(filters)
  return { filter, order, index: allTransactionsIndexes[order.by], isAll, fields: walletTransactionFields }
}

function statusFilter(status: WalletFilters['status']) {
  if (status === 'Created') return { $in: ['Created' as const, 'Processing' as const] }
  return status ?? { $in: [...walletStatuses] }
}

const creditKinds: TransactionKind[] = ['topup', 'unallocated_payment', 'points', 'adjustment']
const debitKinds: TransactionKind[] = ['order_debit', 'adjustment']

/** Filters by kind, as the index does; only adjustments can have either sign. */
function typeFilter(type: WalletFilters['type']): QueryFilter<WalletTransactionDoc> {
  switch (type) {
    case 'Refunded':
      return { kind: 'refund' }
    case 'Credit':
      return { kind: { $in: creditKinds }, amountPaise: { $gte: 0 } }
    case 'Debit':
      return { kind: { $in: debitKinds }, amountPaise: { $lt: 0 } }
    default:
      return { kind: { $in: [...transactionKinds] } }
  }
}

function searchPage(match: SearchMatch, query: SliceQuery): Promise<WalletPage> | undefined {
  if (match.kind === 'wallet') return readTransactionsById(match.ids, match.by)
  const list = listFor(match)
  return list && readListPage(list, query, match.by)
}

function listFor(match: SearchMatch): List | undefined {
  const common = { order: newest, fields: walletTransactionFields }
  switch (match.kind) {
    case 'wallet':
      return { ...common, filter: { _id: { $in: match.ids } }, index: idIndexHint }
    case 'orders':
      return { ...common, filter: { orderid: { $in: match.ids } }, index: ofOrderIndex }
    case 'user':
      return { ...common, filter: { userId: new Types.ObjectId(match.userId) }, index: ownerIndex }
    default:
      return undefined
  }
}

async function readListPage(
  list: List,
  query: SliceQuery,
  matchedBy: MatchReason | null,
): Promise<WalletPage> {
  const { limit = 50, page = 1 } = query
  const [{ rows, next, previous }, { count, hasMore }] = await Promise.all([
    readPage(WalletTransactionModel, list, query),
    countPaginatedList(WalletTransactionModel, list),
  ])
  return {
    transactions: rows.map(walletTransactionRow),
    currentPage: page,
    totalPages: Math.ceil(count / limit),
    totalItems: count,
    hasMore,
    next,
    previous,
    matchedBy,
  }
}

async function readTransactionsById(ids: string[], matchedBy: MatchReason): Promise<WalletPage> {
  const rows = await WalletTransactionModel.find({ _id: { $in: ids } }, walletTransactionFields).lean<
    WalletTransactionDoc[]
  >()
  const transactions = sortNewest(rows).map(walletTransactionRow)
  const hasRows = transactions.length > 0
  return {
    ...emptyPage,
    transactions,
    totalPages: hasRows ? 1 : 0,
    totalItems: transactions.length,
    matchedBy,
  }
}
