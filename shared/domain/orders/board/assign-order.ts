import { AppError } from '../../../platform/app-error.ts'
import type { Caller } from '../../accounts/index.ts'
import { changeOrder } from '../change/change-order.ts'
import type { PublishDeps } from '../change/publish-order.ts'
import { staffAction, unchangedSinceRead } from '../change/staff-action.ts'
import type { OrderEdit } from '../change/transition-order.ts'
import { findOrder } from '../model/find-order.ts'
import type { OrderDoc } from '../model/order-model.ts'
import { isRefundChosen } from '../rules/late-offer.ts'
import { isTicketOpen } from '../rules/ticket-rules.ts'
import { requireNoPendingCompletion } from './pending-completion.ts'

export const assignmentMs = 5 * 60_000

/** Whether another admin has the order; an assignment ends after five minutes. */
export function isAssignedToAnother(order: OrderDoc, adminId: string, now: Date): boolean {
  return order.assignee !== null && order.assignee.until > now && order.assignee.adminId !== adminId
}

/** Requires that the order is unassigned or assigned to one of these admins. @throws order_assigned */
export function requireAssignable(
  order: OrderDoc,
  now: Date,
  ...admins: readonly (string | undefined)[]
): void {
  const adminIds = admins.filter((id) => id !== undefined)
  if (!adminIds.every((id) => isAssignedToAnother(order, id, now))) return
  throw new AppError('order_assigned', { message: assignmentText(order, now) })
}

/** `Assigned to Imran 40 seconds ago. Nothing was changed.` */
export function assignmentText(order: OrderDoc, now: Date): string {
  const seconds = Math.max(0, Math.round((now.getTime() - (order.assignee?.since.getTime() ?? 0)) / 1_000))
  const ago = seconds < 90 ? count(seconds, 'second') : count(Math.round(seconds / 60), 'minute')
  return `Assigned to ${order.assignee?.name} ${ago} ago. Nothing was changed.`
}

const count = (number: number, unit: string) => `${number} ${unit}${number === 1 ? '' : 's'}`

/** `of`: the purpose of the assignment. One for a ticket does not need the order to be on the board. */
type AssignmentRequest = {
  orderid: string
  action: 'assign' | 'reassign' | 'unassign'
  of?: 'board' | 'ticket'
}

/** The order may change during each try; more conflicts than this in a row are a bug. */
const maxTries = 10

/**
 * Assigns, renews, reassigns or unassigns an order on the board, or one with an open ticket. Unassigning an
 * order that the admin does not have changes nothing.
 * @throws not_found, order_assigned, order_changed when it has left the board, ticket_closed
 */
export async function assignOrder(
  deps: PublishDeps,
  admin: Caller,
  request: AssignmentRequest,
): Promise<OrderDoc> {
  for (let tries = 0; tries < maxTries; tries += 1) {
    const now = deps.clock.now()
    const order = await findOrder(request.orderid, admin)
    const isMine = isAssignedTo(order, admin, now)
    requireAssignmentAllowed(order, admin, { ...request, isMine, now })
    if (request.action === 'unassign' && !isMine) return order
    const renews = isMine && request.action !== 'unassign'
    const edit = renews ? renewal(order, admin, now) : assignmentEdit(order, admin, { ...request, now })
    const after = await changeOrder(deps, order, edit)
    if (after) return after
  }
  throw new AppError('order_changed')
}

function requireAssignmentAllowed(
  order: OrderDoc,
  admin: Caller,
  { action, of, isMine, now }: AssignmentRequest & { isMine: boolean; now: Date },
): void {
  if (of === 'ticket' && !isTicketOpen(order)) throw new AppError('ticket_closed')
  if (of !== 'ticket' && order.status !== 'Processing') throw new AppError('order_changed')
  if (action !== 'reassign') requireAssignable(order, now, admin.userId)
  if (!(isMine && action === 'assign')) requireNoPendingCompletion(order)
}

const isAssignedTo = ({ assignee }: OrderDoc, admin: Caller, now: Date) =>
  assignee !== null && assignee.adminId === admin.userId && assignee.until > now

const assignedUntil = (now: Date) => new Date(now.getTime() + assignmentMs)

/** Extends an own assignment by five minutes: not a decision, so no staff action. */
const renewal = (order: OrderDoc, admin: Caller, now: Date): OrderEdit => ({
  guard: { status: order.status, 'assignee.adminId': admin.userId, 'assignee.until': { $gt: now } },
  set: { 'assignee.until': assignedUntil(now) },
})

type AssignmentChange = Pick<AssignmentRequest, 'action'> & { now: Date }

/** Changes the assignee of exactly the order that was read, with a staff action. */
export function assignmentEdit(order: OrderDoc, admin: Caller, { action, now }: AssignmentChange): OrderEdit {
  const isReassigned = isAssignedToAnother(order, admin.userId, now)
  const recorded = action === 'unassign' ? 'unassign' : isReassigned ? 'reassign' : 'assign'
  const mine = { adminId: admin.userId, name: admin.name, since: now, until: assignedUntil(now) }
  return {
    guard: { status: order.status, ...unchangedSinceRead(order) },
    set: { assignee: recorded === 'unassign' ? null : mine },
    push: { staffActions: staffAction(admin, order, { action: recorded, at: now }) },
    // No admin has the order any more: the refund that its customer has chosen can be made.
    ...(recorded === 'unassign' && order.delivery === 'manual' && isRefundChosen(order)
      ? { due: { fulfil: now } }
      : {}),
  }
}
