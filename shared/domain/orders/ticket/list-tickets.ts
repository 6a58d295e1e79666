import type { BoardOrder } from '../../../contracts/admin.ts'
import { boardView } from '../board/board-view.ts'
import { type OrderDoc, OrderModel } from '../order-model.ts'
import type { Ticket } from './ticket-schema.ts'

const most = 200

/** Reported orders: open ones the oldest first, as they are owed an answer; answered ones the newest first. */
export async function listTickets(status: Ticket['status'], now: Date): Promise<BoardOrder[]> {
  const orders = await OrderModel.find({ 'ticket.status': status, 'ticket.openedAt': { $type: 'date' } })
    .sort({ 'ticket.openedAt': status === 'open' ? 1 : -1 })
    .limit(most)
    .lean<OrderDoc[]>()
  return orders.map((order) => boardView(order, now))
}
