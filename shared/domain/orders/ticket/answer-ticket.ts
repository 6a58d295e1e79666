import type { PlainAnswer } from '../../../contracts/order-ticket.ts'
import { AppError } from '../../../platform/app-error.ts'
import { type Caller, requireMay } from '../../accounts/index.ts'
import { requireFree } from '../board/claim-order.ts'
import { type AdminMove, moveByAdmin } from '../board/move-by-admin.ts'
import { changeOrder } from '../change/change-order.ts'
import { asRead, decisionBy } from '../change/order-decision.ts'
import type { OrderDoc } from '../order-model.ts'
import { findOrder } from '../views/find-orders.ts'
import { answered, isTicketOpen, requireRead } from './answered.ts'

/** `ask`: the refund waits for a second person, and the report with it. `seen`: so many messages stood on the screen. */
type Answer = Pick<AdminMove, 'codeSeen' | 'ask'> & {
  orderid: string
  answer: PlainAnswer
  text: string
  seen?: number | undefined
}

/**
 * An admin's answer to a customer's report: one, by whoever is first. A refund is the order's whole move with its
 * money, or nothing; the ticket ends in the same write.
 * @throws not_found, not_for_role (who answers may not give money back), ticket_closed, ticket_unread (its customer has written meanwhile), order_claimed, order_moved_on, and for a refund what `moveByAdmin` throws
 */
export async function answerTicket(
  deps: Parameters<typeof moveByAdmin>[0],
  admin: Caller,
  given: Answer,
): Promise<OrderDoc> {
  const { orderid, answer, text, codeSeen, ask, seen } = given
  if (answer === 'refunded' && !ask) requireMay(admin, 'board.move')
  const order = await findOrder(orderid, admin)
  if (!isTicketOpen(order)) throw new AppError('ticket_closed')
  if (seen !== undefined) requireRead(order.ticket, seen)
  if (answer === 'refunded') {
    return moveByAdmin(deps, admin, {
      ...{ orderid, to: 'Refunded', reason: text, version: order.version },
      ...{ answersTicket: true, codeSeen, ask },
    })
  }
  const at = deps.clock.now()
  requireFree(order, at, admin.userId)
  const what = answer === 'delivered' ? 'ticket_delivered' : 'ticket_explained'
  const after = await changeOrder(deps, order, {
    guard: { ...asRead(order), 'ticket.status': 'open' },
    set: answered({ kind: answer, text, at }),
    push: { decisions: decisionBy(admin, order, { what, at, reason: text }) },
    due: { notify: at },
    actor: admin.userId,
  })
  if (after) return after
  throw new AppError(isTicketOpen(await findOrder(orderid, admin)) ? 'order_moved_on' : 'ticket_closed')
}
