import { Types } from 'mongoose'
import type { BoardOrder } from '../../contracts/admin.ts'
import { toRupees } from '../../contracts/money.ts'
import type { Order } from '../../contracts/orders.ts'
import { AppError } from '../../platform/app-error.ts'
import { below, newestFirst } from '../../platform/newest-first.ts'
import { boardView } from './board-view.ts'
import { type OrderDoc, OrderModel } from './order-model.ts'
import { orderView } from './order-view.ts'

/**
 * An order by its id, if it is this person's (or the caller is an admin).
 * @throws not_found
 */
export async function findOrder(
  orderid: string,
  caller: { userId: string; role: string },
): Promise<OrderDoc> {
  const order = await OrderModel.findById(orderid).lean<OrderDoc | null>()
  if (!order || (String(order.userId) !== caller.userId && caller.role !== 'admin'))
    throw new AppError('not_found')
  return order
}

/** A customer's orders, newest first. `cursor` is the orderid of the last one seen. */
export async function listOrders(
  userId: string,
  page: { limit?: number | undefined; cursor?: string | undefined },
): Promise<Order[]> {
  const owner = new Types.ObjectId(userId)
  const last = page.cursor
    ? await OrderModel.findOne({ _id: page.cursor, userId: owner }).lean<OrderDoc | null>()
    : null
  const orders = await OrderModel.find({ userId: owner, ...below(last) })
    .sort(newestFirst)
    .limit(page.limit ?? 200)
    .lean<OrderDoc[]>()
  return orders.map(orderView)
}

/** What the board shows: every Processing order, the oldest (most urgent) first. */
export async function listProcessing(now: Date): Promise<BoardOrder[]> {
  const orders = await OrderModel.find({ status: 'Processing' })
    .sort({ processingAt: 1 })
    .limit(1_000)
    .lean<OrderDoc[]>()
  return orders.map((order) => boardView(order, now))
}

export async function countOrders(
  userId: string,
): Promise<{ total_order: number; completed: number; refunded: number }> {
  const counts = await countByStatus({ userId: new Types.ObjectId(userId) })
  return { total_order: counts.total, completed: counts.of('Completed'), refunded: counts.of('Refunded') }
}

/** `total_sale` is rupees of Completed orders. */
export async function orderStats() {
  const counts = await countByStatus({})
  return {
    total_order: counts.total,
    completed: counts.of('Completed'),
    refunded: counts.of('Refunded'),
    processing: counts.of('Processing'),
    total_sale: toRupees(counts.paiseOf('Completed')),
  }
}

type StatusCount = { _id: string; count: number; paise: number }

async function countByStatus(match: Record<string, unknown>) {
  const rows = await OrderModel.aggregate<StatusCount>([
    { $match: match },
    { $group: { _id: '$status', count: { $sum: 1 }, paise: { $sum: '$pricePaise' } } },
  ])
  const row = (status: string) => rows.find((one) => one._id === status)
  return {
    total: rows.reduce((sum, one) => sum + one.count, 0),
    of: (status: string) => row(status)?.count ?? 0,
    paiseOf: (status: string) => row(status)?.paise ?? 0,
  }
}
