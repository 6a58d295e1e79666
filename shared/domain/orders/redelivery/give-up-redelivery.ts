import { AppError } from '../../../platform/app-error.ts'
import type { Caller } from '../../accounts/index.ts'
import { requireFree } from '../board/claim-order.ts'
import { changeOrder, type Untold, writeOrder } from '../change/change-order.ts'
import { asRead, decisionBy } from '../change/order-decision.ts'
import type { TellDeps } from '../change/tell-order.ts'
import type { OrderDoc } from '../order-model.ts'
import { answered, isTicketOpen } from '../ticket/answered.ts'
import { hasMore } from '../ticket/talk-rules.ts'
import { findOrder } from '../views/find-orders.ts'
import { changeOfFirst } from './first-order.ts'
import { isRedelivery } from './redelivery-rules.ts'

/**
 * Answers the report of a second delivery: it did not arrive either. Nothing was paid for it, so no money can go back
 * here: the first order's report opens again, where its price can, in the same transaction.
 * `seen`: so many messages of the conversation stood on the screen.
 * @returns the second delivery afterwards
 * @throws not_found, ticket_closed, ticket_unread, order_not_movable, order_claimed, order_moved_on
 */
export async function giveUpRedelivery(
  deps: TellDeps,
  admin: Caller,
  { orderid, text, seen }: { orderid: string; text: string; seen?: number | undefined },
): Promise<OrderDoc> {
  const order = await findOrder(orderid, admin)
  if (!isTicketOpen(order)) throw new AppError('ticket_closed')
  if (seen !== undefined && hasMore(order.ticket, seen)) throw new AppError('ticket_unread')
  if (!isRedelivery(order)) {
    throw new AppError('order_not_movable', { message: 'It was paid for: refund it, or send it again.' })
  }
  const at = deps.clock.now()
  requireFree(order, at, admin.userId)
  let first: Untold | undefined
  const after = await changeOrder(deps, order, {
    guard: { ...asRead(order), 'ticket.status': 'open' },
    set: answered({ kind: 'explained', text, at }),
    push: { decisions: decisionBy(admin, order, { what: 'ticket_given_up', at, reason: text }) },
    also: async (session) => {
      const change = await changeOfFirst(order, { from: 'arrived', to: 'failed', at, session })
      first = change && (await writeOrder(deps, change.first, { steps: [change.edit], session }))
      if (!first) throw new AppError('order_moved_on')
    },
    due: { notify: at },
    actor: admin.userId,
  })
  if (!after) throw new AppError('ticket_closed')
  await first?.tell()
  return after
}
