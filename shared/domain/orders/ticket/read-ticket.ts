import type { Caller } from '../../accounts/index.ts'
import { changeOrder } from '../change/change-order.ts'
import type { PublishDeps } from '../change/tell-order.ts'
import type { OrderDoc } from '../order-model.ts'
import { findOrder } from '../views/find-orders.ts'
import { messagesOf } from './talk-rules.ts'

/**
 * Notes that our team has read a report's messages, so many as were shown; it only ever rises, and decides nothing.
 * @throws not_found
 */
export async function markTicketRead(
  deps: PublishDeps,
  admin: Caller,
  { orderid, messages }: { orderid: string; messages: number },
): Promise<OrderDoc> {
  const order = await findOrder(orderid, admin)
  const { ticket } = order
  const readCount = Math.min(messages, ticket ? messagesOf(ticket).length : 0)
  if (!ticket || readCount <= (ticket.readCount ?? 0)) return order
  const guard = { 'ticket.readCount': { $not: { $gt: readCount - 1 } } }
  const after = await changeOrder(deps, order, { guard, set: { 'ticket.readCount': readCount } })
  return after ?? findOrder(orderid, admin)
}
