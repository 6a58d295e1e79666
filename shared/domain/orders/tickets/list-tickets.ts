import type { BoardOrder } from '../../../contracts/admin.ts'
import { AppError } from '../../../platform/app-error.ts'
import { cursorText, readCursor } from '../../../platform/paginated-list.ts'
import { assignedTicketsIndex, resolvedIndex, ticketsIndex } from '../model/order-indexes.ts'
import { type OrderDoc, OrderModel } from '../model/order-model.ts'
import type { Ticket } from '../model/ticket-schema.ts'
import { boardView } from '../views/board-view.ts'

const pageSize = 25

/** `by`: only tickets assigned to this admin; `cursor`: the `next` of the previous page. */
type Listing = { status: Ticket['status']; by?: string | undefined; cursor?: string | undefined }

/**
 * The sort field of each list, its direction and its index: resolved tickets by the time of their resolution.
 */
const sortOf = {
  open: { field: 'ticket.replyDueAt', way: 1, index: ticketsIndex },
  resolved: { field: 'ticket.resolution.at', way: -1, index: resolvedIndex },
} as const

/**
 * A page of orders with tickets: open ones by deadline, resolved ones with the latest first.
 * @throws AppError invalid_request for a cursor of a time that the index does not have
 */
export async function listTickets(
  now: Date,
  { status, by, cursor }: Listing,
): Promise<{ tickets: BoardOrder[]; next: string }> {
  const { field, way, index } = sortOf[status]
  const assigned = by === undefined ? {} : { 'assignee.adminId': by, 'assignee.until': { $gt: now } }
  const orders = await OrderModel.find({
    'ticket.status': status,
    [field]: { $gt: new Date(0) },
    ...assigned,
    ...(cursor === undefined ? {} : afterCursor(cursor, status)),
  })
    .sort({ [field]: way, _id: way })
    .limit(pageSize)
    .hint(index)
    .lean<OrderDoc[]>()
  const last = orders.length === pageSize ? orders.at(-1) : undefined
  return {
    tickets: orders.map((order) => boardView(order, now)),
    next: last?.ticket ? cursorText(listedAt(last.ticket).getTime(), last._id) : '',
  }
}

/** The ticket's position in its list: when a reply is due, or when it was resolved. */
const listedAt = ({ status, resolution, replyDueAt }: Ticket): Date =>
  status === 'resolved' && resolution ? resolution.at : replyDueAt

/** The filter for what follows a position. */
function afterCursor(cursor: string, status: Ticket['status']) {
  const { value, id } = readCursor(cursor)
  const at = new Date(value)
  if (value <= 0) throw new AppError('invalid_request', { field: 'cursor' })
  const { field, way } = sortOf[status]
  return way === 1
    ? { [field]: { $gte: at }, $or: [{ [field]: { $gt: at } }, { _id: { $gt: id } }] }
    : { [field]: { $gt: new Date(0), $lte: at }, $or: [{ [field]: { $lt: at } }, { _id: { $lt: id } }] }
}

/** The number of open tickets: all, late ones, those of one admin, and unassigned ones. */
type TicketCounts = { open: number; late: number; mine: number; unassigned: number }

/**
 * Counted from indexes alone, without reading orders. Assignees are read from the index of assigned tickets,
 * which are few; only the total counts all open ones.
 */
export async function countTickets(now: Date, adminId: string): Promise<TicketCounts> {
  const dueBy = (until?: Date) =>
    OrderModel.countDocuments({
      'ticket.status': 'open',
      'ticket.replyDueAt': { $gt: new Date(0), ...(until && { $lte: until }) },
    }).hint(ticketsIndex)
  const [open, late, assignees] = await Promise.all([dueBy(), dueBy(now), assigneesNow(now)])
  // The queries are not one snapshot: a ticket that is resolved in between counts as assigned and not as
  // open.
  const unassigned = Math.max(0, open - assignees.length)
  return { open, late, mine: assignees.filter((assignee) => assignee === adminId).length, unassigned }
}

/** The assignees of open tickets, once for each ticket. */
async function assigneesNow(now: Date): Promise<string[]> {
  const assigned = { 'ticket.status': 'open' as const, 'assignee.until': { $gt: now } }
  const found = await OrderModel.find(assigned, { _id: 0, 'assignee.adminId': 1, 'assignee.until': 1 })
    .hint(assignedTicketsIndex)
    .lean<{ assignee: { adminId: string } }[]>()
  return found.map(({ assignee }) => assignee.adminId)
}
