import type { BoardOrder } from '../../../contracts/admin.ts'
import { mayAlone, type Officer } from '../../../contracts/permissions.ts'
import { AppError } from '../../../platform/app-error.ts'
import { boardView } from '../board/board-view.ts'
import { type OrderDoc, OrderModel } from '../order-model.ts'

/**
 * An order by its id, if it is this person's (or the caller may see all orders).
 * @throws not_found
 */
export async function findOrder(orderid: string, caller: Officer & { userId: string }): Promise<OrderDoc> {
  const order = await OrderModel.findById(orderid).lean<OrderDoc | null>()
  if (!order || (String(order.userId) !== caller.userId && !mayAlone(caller, 'orders.view')))
    throw new AppError('not_found')
  return order
}

/** What the board shows: every Processing order, the oldest (most urgent) first. */
export async function listProcessing(now: Date): Promise<BoardOrder[]> {
  const orders = await OrderModel.find({ status: 'Processing' })
    .sort({ processingAt: 1 })
    .limit(1_000)
    .lean<OrderDoc[]>()
  return orders.map((order) => boardView(order, now))
}
