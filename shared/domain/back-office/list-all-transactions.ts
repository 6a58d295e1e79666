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
import { idIndexHint, sortNewest } from './few-rows.ts'
import { amountRange, type CommonFilters, dayRange, isComplete, sortOf, timeSortOf } from './list-filters.ts'
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
const nothing = {
  ...{ transactions: [], currentPage: 1, totalPages: 0, totalItems: 0 },
  ...{ hasMore: false, next: null, previous: null, matchedBy: null },
}

/** A part of all wallets' lines. A search sets the filters aside and shows what it found, the newest first. */
export async function listAllTransactions(asked: WalletFilters & SliceQuery): Promise<WalletPage> {
  if (!asked.q) return pageOf(allTransactions(asked), asked, null)
  for (const match of await parseSearchInput(asked.q)) {
    const page = await linesOf(match, asked)
    if (page && page.totalItems > 0) return page
  }
  return nothing
}

/** The whole of what a view shows; undefined where its search finds nothing. */
export async function parseWalletTransactionQuery(asked: WalletFilters): Promise<List | undefined> {
  if (!asked.q) return allTransactions(asked)
  for (const match of await parseSearchInput(asked.q)) {
    const list = listOf(match)
    if (
      list &&
      (await WalletTransactionModel.find(list.filter, { _id: 1 }).hint(list.index).limit(1).lean()).length > 0
    ) {
      return list
    }
  }
  return undefined
}

/** The lines that the filters let through, of all wallets or of one; without a search. */
function allTransactions(asked: WalletFilters): List {
  const { customer } = asked
  const amount = amountRange(asked)
  const filter: QueryFilter<WalletTransactionDoc> = {
    ...(customer && { userId: new Types.ObjectId(customer) }),
    status: statusFilter(asked.status),
    ...dayRange(asked),
    $and: [typeFilter(asked.type), amount ? { amountPaise: amount } : {}],
  }
  if (customer)
    return { filter, order: timeSortOf(asked), index: ownerIndex, fields: walletTransactionFields }
  const order = sortOf(asked, 'amountPaise')
  const isAll = isComplete(asked)
  return { filter, order, index: allTransactionsIndexes[order.by], isAll, fields: walletTransactionFields }
}

function statusFilter(status: WalletFilters['status']) {
  if (status === 'Created') return { $in: ['Created' as const, 'Processing' as const] }
  return status ?? { $in: [...walletStatuses] }
}

const came: TransactionKind[] = ['topup', 'unallocated_payment', 'points', 'adjustment']
const went: TransactionKind[] = ['order_debit', 'adjustment']

/** By its kind, since the index is by kind; an admin's change alone goes both ways. */
function typeFilter(type: WalletFilters['type']): QueryFilter<WalletTransactionDoc> {
  switch (type) {
    case 'Refunded':
      return { kind: 'refund' }
    case 'Credit':
      return { kind: { $in: came }, amountPaise: { $gte: 0 } }
    case 'Debit':
      return { kind: { $in: went }, amountPaise: { $lt: 0 } }
    default:
      return { kind: { $in: [...transactionKinds] } }
  }
}

function linesOf(match: SearchMatch, asked: SliceQuery): Promise<WalletPage> | undefined {
  if (match.kind === 'wallet') return fewLines(match.ids, match.by)
  const list = listOf(match)
  return list && pageOf(list, asked, match.by)
}

function listOf(match: SearchMatch): List | undefined {
  const of = { order: newest, fields: walletTransactionFields }
  switch (match.kind) {
    case 'wallet':
      return { ...of, filter: { _id: { $in: match.ids } }, index: idIndexHint }
    case 'orders':
      return { ...of, filter: { orderid: { $in: match.ids } }, index: ofOrderIndex }
    case 'user':
      return { ...of, filter: { userId: new Types.ObjectId(match.userId) }, index: ownerIndex }
    default:
      return undefined
  }
}

async function pageOf(list: List, asked: SliceQuery, matchedBy: MatchReason | null): Promise<WalletPage> {
  const { limit = 50, page = 1 } = asked
  const [{ rows, next, previous }, { count, hasMore }] = await Promise.all([
    readPage(WalletTransactionModel, list, asked),
    countPaginatedList(WalletTransactionModel, list),
  ])
  return {
    transactions: rows.map(walletTransactionRow),
    currentPage: page,
    totalPages: Math.ceil(count / limit),
    totalItems: count,
    ...{ hasMore, next, previous, matchedBy },
  }
}

async function fewLines(ids: string[], matchedBy: MatchReason): Promise<WalletPage> {
  const lines = await WalletTransactionModel.find({ _id: { $in: ids } }, walletTransactionFields).lean<
    WalletTransactionDoc[]
  >()
  const transactions = sortNewest(lines).map(walletTransactionRow)
  const some = transactions.length > 0
  return { ...nothing, transactions, totalPages: some ? 1 : 0, totalItems: transactions.length, matchedBy }
}
