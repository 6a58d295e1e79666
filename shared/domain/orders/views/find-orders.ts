import { Types } from 'mongoose'
import type { BoardOrder } from '../../../contracts/admin.ts'
import type { Order } from '../../../contracts/orders.ts'
import { AppError } from '../../../platform/app-error.ts'
import { below, newestFirst } from '../../../platform/newest-first.ts'
import { boardView } from '../board/board-view.ts'
import { type OrderDoc, OrderModel } from '../order-model.ts'
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
