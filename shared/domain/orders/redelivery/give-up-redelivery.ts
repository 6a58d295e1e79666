import { AppError } from '../../../platform/app-error.ts'
import type { Caller } from '../../accounts/index.ts'
import { requireAssignable } from '../board/assign-order.ts'
import { changeOrder, type PendingEvent, writeInTransaction } from '../change/change-order.ts'
import { originalOf, originalOrderEdit } from '../change/original-order.ts'
import type { PublishDeps } from '../change/publish-order.ts'
import { staffAction, unchangedSinceRead } from '../change/staff-action.ts'
import { findOrder } from '../model/find-order.ts'
import type { OrderDoc } from '../model/order-model.ts'
import { isRedelivered, isRedelivery } from '../rules/redelivery-rules.ts'
import { isTicketOpen, requireAllRead, resolution } from '../rules/ticket-rules.ts'
import { isRevealed } from '../rules/vault-view.ts'

/**
 * `readCount`: the messages on the admin's screen, of the redelivery's own open ticket or else of the
 * original order's.
 */
type GivenUp = { orderid: string; text: string; readCount: number; codeRevealed?: true | undefined }

/**
 * Records that a redelivery did not arrive either. It is free, so nothing can be refunded here: its own
 * ticket is resolved, its vault closed, and the ticket of the original order, which can be refunded, is
 * reopened, in one transaction.
 * @returns the redelivery afterwards
 * @throws not_found, ticket_closed, ticket_unread_messages, code_revealed, transition_not_allowed,
 * order_assigned, order_changed
 */
export async function giveUpRedelivery(
  deps: PublishDeps,
  admin: Caller,
  { orderid, text, readCount, codeRevealed }: GivenUp,
): Promise<OrderDoc> {
  const order = await findOrder(orderid, admin)
  const at = deps.clock.now()
  const original = await originalToReopen(order)
  const withOpenTicket = [order, original].find(isTicketOpen)
  if (withOpenTicket) requireAllRead(withOpenTicket.ticket, readCount)
  if (isRevealed(order) && !codeRevealed) throw new AppError('code_revealed')
  for (const one of [order, original]) requireAssignable(one, at, admin.userId)
  let pending: PendingEvent | undefined
  const after = await changeOrder(deps, order, {
    guard: { ...unchangedSinceRead(order), status: 'Completed', givenUpAt: null },
    set: { ...(isTicketOpen(order) ? resolution({ kind: 'explained', text, at }) : {}), givenUpAt: at },
    push: { staffActions: staffAction(admin, order, { action: 'give_up_redelivery', at, reason: text }) },
    inSameTransaction: async (tx) => {
      // The edit fails if the customer has written to the original ticket since it was read.
      const edit = originalOrderEdit(original, { redelivery: order, to: 'failed', at, delivered: 0 })
      pending = await writeInTransaction(deps, original, { changes: [edit], tx })
      if (!pending) throw new AppError('order_changed')
    },
    due: { notify: at },
    actor: admin.userId,
  })
  if (!after) throw new AppError('order_changed')
  await pending?.publish()
  return after
}

/**
 * The original order, to reopen its ticket. Its redelivery may still be `in_progress` if a process of the
 * previous version ended it.
 */
async function originalToReopen(order: OrderDoc): Promise<OrderDoc> {
  if (!isRedelivery(order)) {
    throw new AppError('transition_not_allowed', { message: 'It was paid: refund or resend it.' })
  }
  if (order.status !== 'Completed') {
    throw new AppError('transition_not_allowed', {
      message: 'Only a replacement in progress can be cancelled.',
    })
  }
  const original = await originalOf(order)
  if (!original || !isRedelivered(original)) throw new AppError('ticket_closed')
  if (isTicketOpen(order) || isTicketOpen(original) || hasDenial(order)) return original
  throw new AppError('ticket_closed')
}

/** Whether its supplier reports that it was not delivered, and that conflict is open. */
const hasDenial = ({ supplierConflicts }: OrderDoc): boolean =>
  supplierConflicts.some(({ kind, closedAt }) => kind === 'not_delivered' && !closedAt)
