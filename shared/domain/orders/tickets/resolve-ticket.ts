import type { Resolution } from '../../../contracts/order-ticket.ts'
import { AppError } from '../../../platform/app-error.ts'
import { type Caller, requirePermission } from '../../accounts/index.ts'
import { requireAssignable } from '../board/assign-order.ts'
import { decideOrder, type OrderDecisionInput } from '../board/decide-order.ts'
import { changeOrder } from '../change/change-order.ts'
import { staffAction, unchangedSinceRead } from '../change/staff-action.ts'
import { findOrder } from '../model/find-order.ts'
import type { OrderDoc } from '../model/order-model.ts'
import { isTicketOpen, requireAllRead, resolution } from '../rules/ticket-rules.ts'

/**
 * `requestApproval`: the refund, and with it the ticket, waits for a second approver. `readCount`: the
 * messages on the admin's screen.
 */
type ResolutionInput = Pick<OrderDecisionInput, 'codeRevealed' | 'requestApproval'> & {
  orderid: string
  resolution: Resolution
  text: string
  readCount?: number | undefined
}

/**
 * An admin resolves a customer's ticket; of concurrent resolutions one wins. A refund is made completely or
 * not at all, and the ticket is resolved in the same write.
 * @throws not_found, role_not_permitted (a role that may not refund), ticket_closed, ticket_unread_messages
 * (the customer has written in the meantime), order_assigned, order_changed, and for a refund what
 * `decideOrder` throws
 */
export async function resolveTicket(
  deps: Parameters<typeof decideOrder>[0],
  admin: Caller,
  input: ResolutionInput,
): Promise<OrderDoc> {
  const { orderid, resolution: kind, text, codeRevealed, requestApproval, readCount } = input
  if (kind === 'refunded' && !requestApproval) requirePermission(admin, 'orders.decide')
  const order = await findOrder(orderid, admin)
  if (!isTicketOpen(order)) throw new AppError('ticket_closed')
  if (readCount !== undefined) requireAllRead(order.ticket, readCount)
  if (kind === 'refunded') {
    return decideOrder(deps, admin, {
      orderid,
      to: 'Refunded',
      reason: text,
      version: order.version,
      resolvesTicket: true,
      codeRevealed,
      requestApproval,
    })
  }
  const at = deps.clock.now()
  requireAssignable(order, at, admin.userId)
  const action = kind === 'delivered' ? 'ticket_delivered' : 'ticket_explained'
  const after = await changeOrder(deps, order, {
    guard: { ...unchangedSinceRead(order), 'ticket.status': 'open' },
    set: resolution({ kind, text, at }),
    push: { staffActions: staffAction(admin, order, { action, at, reason: text }) },
    due: { notify: at },
    actor: admin.userId,
  })
  if (after) return after
  throw new AppError(isTicketOpen(await findOrder(orderid, admin)) ? 'order_changed' : 'ticket_closed')
}
