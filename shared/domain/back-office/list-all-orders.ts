import { type QueryFilter, Types } from 'mongoose'
import type { FoundBy, OrderLine } from '../../contracts/admin-lists.ts'
import { type OrderStatus, orderStatuses } from '../../contracts/order-status.ts'
import { isAllowed, type Officer } from '../../contracts/permissions.ts'
import { countLongList, type LongList, readLongList, type SliceQuery } from '../../platform/long-list.ts'
import { allOrdersIndexes, customerIndex, type OrderDoc, OrderModel, playerIndex } from '../orders/index.ts'
import { byIds, newestOf } from './few-rows.ts'
import { type CommonFilters, daysOf, isComplete, orderOf, paiseOf, timeOrderOf } from './list-filters.ts'
import { orderLineFields, orderLineFor } from './order-line.ts'
import { type Match, whatWasPasted } from './what-was-pasted.ts'

export type OrderFilters = CommonFilters & {
  status?: OrderStatus | undefined
  paymentmode?: 'upi' | 'wallet' | undefined
}

export type OrderPage = {
  transactions: OrderLine[]
  totalTxns: number
  hasMore: boolean
  next: string | null
  previous: string | null
  foundBy: FoundBy | null
}

type List = LongList<OrderDoc, 'createdAt' | 'pricePaise' | '_id'>

const newest = { by: 'createdAt', way: -1 } as const
const nothing = { transactions: [], totalTxns: 0, hasMore: false, next: null, previous: null, foundBy: null }

/**
 * A part of all orders. A search sets the filters aside and shows its results, newest first. Only a caller with
 * `customers.view` can search by a customer's e-mail address or number.
 */
export async function listAllOrders(reader: Officer, asked: OrderFilters & SliceQuery): Promise<OrderPage> {
  const read: Reading = { asked, line: orderLineFor(reader) }
  if (!asked.q) return pageOf(allOrders(asked), read, null)
  const maySee = isAllowed(reader, 'customers.view')
  const matches = (await whatWasPasted(asked.q)).filter(hasOrders)
  const match = matches.find(({ kind }) => maySee || kind !== 'user')
  if (!match) return nothing
  const ids = idsOf(match)
  if (ids) return fewOrders(ids, read, match.by)
  return pageOf(ordersOf(match), read, match.by)
}

type Reading = { asked: SliceQuery; line: ReturnType<typeof orderLineFor> }

/** The whole of what a view shows; undefined where its search finds nothing. */
export async function parseOrderQuery(asked: OrderFilters): Promise<List | undefined> {
  if (!asked.q) return allOrders(asked)
  const [match] = (await whatWasPasted(asked.q)).filter(hasOrders)
  const ids = match && idsOf(match)
  if (ids) return { ...ordersOf(match), filter: { _id: { $in: ids } }, index: byIds }
  return match && ordersOf(match)
}

/** The orders that the filters let through, all customers' or one's; without a search. */
function allOrders(asked: OrderFilters): List {
  if (asked.customer !== undefined) return customersOrders(asked, asked.customer)
  const order = orderOf(asked, 'pricePaise')
  const price = paiseOf(asked)
  const filter: QueryFilter<OrderDoc> = {
    status: asked.status ?? { $in: [...orderStatuses] },
    paymentmode: asked.paymentmode ?? { $in: ['upi', 'wallet'] },
    ...daysOf(asked),
    ...(price && { pricePaise: price }),
  }
  const isAll = isComplete(asked)
  return { filter, order, index: allOrdersIndexes[order.by], isAll, fields: orderLineFields }
}

function customersOrders(asked: OrderFilters, customer: string): List {
  const { status, paymentmode } = asked
  const price = paiseOf(asked)
  const filter: QueryFilter<OrderDoc> = {
    userId: new Types.ObjectId(customer),
    ...(status && { status }),
    ...(paymentmode && { paymentmode }),
    ...daysOf(asked),
    ...(price && { pricePaise: price }),
  }
  return { filter, order: timeOrderOf(asked), index: customerIndex, fields: orderLineFields }
}

const hasOrders = (match: Match) => match.kind !== 'wallet' || match.orderids.length > 0

function idsOf(match: Match): string[] | undefined {
  if (match.kind === 'orders') return match.ids
  return match.kind === 'wallet' ? match.orderids : undefined
}

function ordersOf(match: Match): List {
  const of =
    match.kind === 'user'
      ? { filter: { userId: new Types.ObjectId(match.userId) }, index: customerIndex }
      : { filter: { input1: match.kind === 'player' ? match.player : '' }, index: playerIndex }
  return { ...of, order: newest, fields: orderLineFields }
}

async function pageOf(list: List, { asked, line }: Reading, foundBy: FoundBy | null): Promise<OrderPage> {
  const [{ rows, next, previous }, { count, hasMore }] = await Promise.all([
    readLongList(OrderModel, list, asked),
    countLongList(OrderModel, list),
  ])
  return { transactions: rows.map(line), totalTxns: count, hasMore, next, previous, foundBy }
}

async function fewOrders(ids: string[], { line }: Reading, foundBy: FoundBy): Promise<OrderPage> {
  const orders = await OrderModel.find({ _id: { $in: ids } }, orderLineFields).lean<OrderDoc[]>()
  const transactions = newestOf(orders).map(line)
  return { ...nothing, transactions, totalTxns: transactions.length, foundBy }
}
