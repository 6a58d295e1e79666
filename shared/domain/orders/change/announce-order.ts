import { rooms } from '../../../contracts/realtime.ts'
import type { Deps } from '../../deps.ts'
import { boardView } from '../board/board-view.ts'
import type { OrderDoc } from '../order-model.ts'
import { orderView } from '../views/order-view.ts'

/**
 * Shows an order's change on its page, on the board and, where it was reported, in the queue of reports. Called after the commit.
 * @param by who caused it, for the admins whose row disappears
 */
export function publishOrderEvents(deps: Pick<Deps, 'publisher' | 'clock'>, order: OrderDoc, by = ''): void {
  deps.publisher.publish(rooms.order(order._id), 'order.updated', () => orderView(order))
  if (order.ticket) {
    const { _id: orderid, revision } = order
    deps.publisher.publish(rooms.tickets(), 'ticket.updated', { orderid, revision })
  }
  if (order.status === 'Processing') {
    deps.publisher.publish(rooms.board(), 'board.order_updated', () => boardView(order, deps.clock.now()))
    return
  }
  if (order.processingAt) {
    const { _id: orderid, revision, status } = order
    deps.publisher.publish(rooms.board(), 'board.order_removed', { orderid, revision, status, by })
  }
}
