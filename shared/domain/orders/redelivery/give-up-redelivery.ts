import { AppError } from '../../../platform/app-error.ts'
import type { Caller } from '../../accounts/index.ts'
import { requireFree } from '../board/claim-order.ts'
import { changeOrder, type Untold, writeOrder } from '../change/change-order.ts'
import { asRead, decisionBy } from '../change/order-decision.ts'
import type { TellDeps } from '../change/tell-order.ts'
import type { OrderDoc } from '../order-model.ts'
import { answered, isTicketOpen, requireRead } from '../ticket/answered.ts'
import { wasSeen } from '../vault/vault-lines.ts'
import { findOrder } from '../views/find-orders.ts'
import { editOfFirst, firstOf } from './first-order.ts'
import { isRedelivery, isSentAgain } from './redelivery-rules.ts'

/** `seen`: so many messages stood on the screen, of its own report while that is open, else of the first order's. */
type GivenUp = { orderid: string; text: string; seen: number; codeSeen?: true | undefined }

/**
 * Says of a second delivery that it did not arrive either. Nothing was paid for it, so no money can go back here: its
 * own report is answered, its vault closed, and the first order's report open, where its price can go back, in one
 * transaction.
 * @returns the second delivery afterwards
 * @throws not_found, ticket_closed, ticket_unread, order_code_seen, order_not_movable, order_claimed, order_moved_on
 */
export async function giveUpRedelivery(
  deps: TellDeps,
  admin: Caller,
  { orderid, text, seen, codeSeen }: GivenUp,
): Promise<OrderDoc> {
  const order = await findOrder(orderid, admin)
  const at = deps.clock.now()
  const first = await firstToReopen(order)
  const asked = [order, first].find(isTicketOpen)
  if (asked) requireRead(asked.ticket, seen)
  if (wasSeen(order) && !codeSeen) throw new AppError('order_code_seen')
  for (const one of [order, first]) requireFree(one, at, admin.userId)
  let told: Untold | undefined
  const after = await changeOrder(deps, order, {
    guard: { ...asRead(order), status: 'Completed', givenUpAt: null },
    set: { ...(isTicketOpen(order) ? answered({ kind: 'explained', text, at }) : {}), givenUpAt: at },
    push: { decisions: decisionBy(admin, order, { what: 'ticket_given_up', at, reason: text }) },
    also: async (session) => {
      // What a customer has written meanwhile to the first report must not be missed: it is as it was read.
      const edit = editOfFirst(first, { second: order, to: 'failed', at, delivered: 0 })
      told = await writeOrder(deps, first, { steps: [edit], session })
      if (!told) throw new AppError('order_moved_on')
    },
    due: { notify: at },
    actor: admin.userId,
  })
  if (!after) throw new AppError('order_moved_on')
  await told?.tell()
  return after
}

/**
 * The order whose report opens again. That its second delivery is still `under_way` there was left by a process of the
 * release before, which does not write it.
 */
async function firstToReopen(order: OrderDoc): Promise<OrderDoc> {
  if (!isRedelivery(order)) {
    throw new AppError('order_not_movable', { message: 'It was paid for: refund it, or send it again.' })
  }
  if (order.status !== 'Completed') {
    throw new AppError('order_not_movable', { message: 'Only what should have arrived is given up.' })
  }
  const first = await firstOf(order)
  if (!first || !isSentAgain(first)) throw new AppError('ticket_closed')
  if (isTicketOpen(order) || isTicketOpen(first) || isDenied(order)) return first
  throw new AppError('ticket_closed')
}

/** Whether its supplier says that it was not delivered, which nobody has looked into. */
const isDenied = ({ supplierConflicts }: OrderDoc): boolean =>
  supplierConflicts.some(({ kind, closedAt }) => kind === 'not_delivered' && !closedAt)
