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
import { idIndexHint, sortNewest } from './few-rows.ts'
import { amountRange, type CommonFilters, dayRange, isComplete, sortOf, timeSortOf } from './list-filters.ts'
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
const nothing = {
  transactions: [],
  totalTxns: 0,
  hasMore: false,
  next: null,
  previous: null,
  matchedBy: null,
}

/**
 * A part of all orders. A search sets the filters aside and shows its results, newest first. Only a caller with
 * `customers.view` can search by a customer's e-mail address or number.
 */
export async function listAllOrders(
  reader: StaffMember,
  asked: OrderFilters & SliceQuery,
): Promise<OrderListPage> {
  const read: Reading = { asked, line: orderRowFor(reader) }
  if (!asked.q) return pageOf(allOrders(asked), read, null)
  const maySee = isAllowed(reader, 'customers.view')
  const matches = (await parseSearchInput(asked.q)).filter(hasOrders)
  const match = matches.find(({ kind }) => maySee || kind !== 'user')
  if (!match) return nothing
  const ids = idsOf(match)
  if (ids) return fewOrders(ids, read, match.by)
  return pageOf(ordersOf(match), read, match.by)
}

type Reading = { asked: SliceQuery; line: ReturnType<typeof orderRowFor> }

/** The whole of what a view shows; undefined where its search finds nothing. */
export async function parseOrderQuery(asked: OrderFilters): Promise<List | undefined> {
  if (!asked.q) return allOrders(asked)
  const [match] = (await parseSearchInput(asked.q)).filter(hasOrders)
  const ids = match && idsOf(match)
  if (ids) return { ...ordersOf(match), filter: { _id: { $in: ids } }, index: idIndexHint }
  return match && ordersOf(match)
}

/** The orders that the filters let through, all customers' or one's; without a search. */
function allOrders(asked: OrderFilters): List {
  if (asked.customer !== undefined) return customersOrders(asked, asked.customer)
  const order = sortOf(asked, 'pricePaise')
  const price = amountRange(asked)
  const filter: QueryFilter<OrderDoc> = {
    status: asked.status ?? { $in: [...orderStatuses] },
    paymentmode: asked.paymentmode ?? { $in: ['upi', 'wallet'] },
    ...dayRange(asked),
    ...(price && { pricePaise: price }),
  }
  const isAll = isComplete(asked)
  return { filter, order, index: allOrdersIndexes[order.by], isAll, fields: orderRowFields }
}

function customersOrders(asked: OrderFilters, customer: string): List {
  const { status, paymentmode } = asked
  const price = amountRange(asked)
  const filter: QueryFilter<OrderDoc> = {
    userId: new Types.ObjectId(customer),
    ...(status && { status }),
    ...(paymentmode && { paymentmode }),
    ...dayRange(asked),
    ...(price && { pricePaise: price }),
  }
  return { filter, order: timeSortOf(asked), index: customerIndex, fields: orderRowFields }
}

const hasOrders = (match: SearchMatch) => match.kind !== 'wallet' || match.orderids.length > 0

function idsOf(match: SearchMatch): string[] | undefined {
  if (match.kind === 'orders') return match.ids
  return match.kind === 'wallet' ? match.orderids : undefined
}

function ordersOf(match: SearchMatch): List {
  const of =
    match.kind === 'user'
      ? { filter: { userId: new Types.ObjectId(match.userId) }, index: customerIndex }
      : { filter: { input1: match.kind === 'player' ? match.player : '' }, index: playerIndex }
  return { ...of, order: newest, fields: orderRowFields }
}

async function pageOf(
  list: List,
  { asked, line }: Reading,
  matchedBy: MatchReason | null,
): Promise<OrderListPage> {
  const [{ rows, next, previous }, { count, hasMore }] = await Promise.all([
    readPage(OrderModel, list, asked),
    countPaginatedList(OrderModel, list),
  ])
  return { transactions: rows.map(line), totalTxns: count, hasMore, next, previous, matchedBy }
}

async function fewOrders(ids: string[], { line }: Reading, matchedBy: MatchReason): Promise<OrderListPage> {
  const orders = await OrderModel.find({ _id: { $in: ids } }, orderRowFields).lean<OrderDoc[]>()
  const transactions = sortNewest(orders).map(line)
  return { ...nothing, transactions, totalTxns: transactions.length, matchedBy }
}
