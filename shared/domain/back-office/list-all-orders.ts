import { type QueryFilter, Types } from 'mongoose'
import type { MatchReason, OrderRow } from '../../contracts/admin-lists.ts'
import { type OrderStatus, orderStatuses } from '../../contracts/order-status.ts'
import { isAllowed, type StaffMember } from '../../contracts/permissions.ts'
import {
  countPaginatedList,
  type PaginatedList,
  readPage,
  type SliceQuery,
} from '../../platform/paginated-list.ts'
import { allOrdersIndexes, customerIndex, type OrderDoc, OrderModel, playerIndex } from '../orders/index.ts'
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
import { orderRowFields, orderRowFor } from './order-row.ts'
import { parseSearchInput, type SearchMatch } from './parse-search-input.ts'

export type OrderFilters = CommonFilters & {
  status?: OrderStatus | undefined
  paymentmode?: 'upi' | 'wallet' | undefined
}

export type OrderListPage = {
  transactions: OrderRow[]
  totalTxns: number
  hasMore: boolean
  next: string | null
  previous: string | null
  matchedBy: MatchReason | null
}

type List = PaginatedList<OrderDoc, 'createdAt' | 'pricePaise' | '_id'>

const newest = { by: 'createdAt', direction: -1 } as const
const emptyPage = {
  transactions: [],
  totalTxns: 0,
  hasMore: false,
  next: null,
  previous: null,
  matchedBy: null,
}

/**
 * A page of all orders. A search replaces the filters and lists its results, newest first. Only a caller with
 * `customers.view` can search by a customer's e-mail address or number.
 */
export async function listAllOrders(
  reader: StaffMember,
  filters: OrderFilters & SliceQuery,
): Promise<OrderListPage> {
  const context: ListContext = { filters, line: orderRowFor(reader) }
  if (!filters.q) return readListPage(allOrders(filters), context, null)
  const maySee = isAllowed(reader, 'customers.view')
  const matches = (await parseSearchInput(filters.q)).filter(hasOrders)
  const match = matches.find(({ kind }) => maySee || kind !== 'user')
  if (!match) return emptyPage
  const ids = orderIdsOf(match)
  if (ids) return readOrdersById(ids, context, match.by)
  return readListPage(orderListFor(match), context, match.by)
}

type ListContext = { filters: SliceQuery; line: ReturnType<typeof orderRowFor> }

/** The complete list of a view; undefined if its search finds nothing. */
export async function parseOrderQuery(filters: OrderFilters): Promise<List | undefined> {
  if (!filters.q) return allOrders(filters)
  const [match] = (await parseSearchInput(filters.q)).filter(hasOrders)
  const ids = match && orderIdsOf(match)
  if (ids) return { ...orderListFor(match), filter: { _id: { $in: ids } }, index: idIndexHint }
  return match && orderListFor(match)
}

/** The orders that match the filters, of all customers or of one; without a search. */
function allOrders(filters: OrderFilters): List {
  if (filters.customer !== undefined) return customerOrders(filters, filters.customer)
  const order = sortOf(filters, 'pricePaise')
  const price = amountRange(filters)
  const filter: QueryFilter<OrderDoc> = {
    status: filters.status ?? { $in: [...orderStatuses] },
    paymentmode: filters.paymentmode ?? { $in: ['upi', 'wallet'] },
    ...dayRange(filters),
    ...(price && { pricePaise: price }),
  }
  const isAll = isComplete(filters)
  return { filter, order, index: allOrdersIndexes[order.by], isAll, fields: orderRowFields }
}

function customerOrders(filters: OrderFilters, customer: string): List {
  const { status, paymentmode } = filters
  const price = amountRange(filters)
  const filter: QueryFilter<OrderDoc> = {
    userId: new Types.ObjectId(customer),
    ...(status && { status }),
    ...(paymentmode && { paymentmode }),
    ...dayRange(filters),
    ...(price && { pricePaise: price }),
  }
  return { filter, order: timeSortOf(filters), index: customerIndex, fields: orderRowFields }
}

const hasOrders = (match: SearchMatch) => match.kind !== 'wallet' || match.orderids.length > 0

function orderIdsOf(match: SearchMatch): string[] | undefined {
  if (match.kind === 'orders') return match.ids
  return match.kind === 'wallet' ? match.orderids : undefined
}

function orderListFor(match: SearchMatch): List {
  const source =
    match.kind === 'user'
      ? { filter: { userId: new Types.ObjectId(match.userId) }, index: customerIndex }
      : { filter: { input1: match.kind === 'player' ? match.player : '' }, index: playerIndex }
  return { ...source, order: newest, fields: orderRowFields }
}

async function readListPage(
  list: List,
  { filters, line }: ListContext,
  matchedBy: MatchReason | null,
): Promise<OrderListPage> {
  const [{ rows, next, previous }, { count, hasMore }] = await Promise.all([
    readPage(OrderModel, list, filters),
    countPaginatedList(OrderModel, list),
  ])
  return { transactions: rows.map(line), totalTxns: count, hasMore, next, previous, matchedBy }
}

async function readOrdersById(
  ids: string[],
  { line }: ListContext,
  matchedBy: MatchReason,
): Promise<OrderListPage> {
  const orders = await OrderModel.find({ _id: { $in: ids } }, orderRowFields).lean<OrderDoc[]>()
  const transactions = sortNewest(orders).map(line)
  return { ...emptyPage, transactions, totalTxns: transactions.length, matchedBy }
}
