import type { BoardOrder } from '../../../contracts/admin.ts'
import { boardView } from '../board/board-view.ts'
import { ticketsIndex } from '../order-indexes.ts'
import { type OrderDoc, OrderModel } from '../order-model.ts'
import type { Ticket } from './ticket-schema.ts'

const pageSize = 50

/** `by`: only those that this admin has now; `after`: the `next` of the page before. */
type Listing = { status: Ticket['status']; by?: string | undefined; after?: string | undefined }

/** A page of reported orders: open ones whose answer is due first, answered ones the other way round. */
export async function listTickets(
  now: Date,
  { status, by, after }: Listing,
): Promise<{ tickets: BoardOrder[]; next: string }> {
  const way = status === 'open' ? 1 : -1
  const from = after === undefined ? {} : placesAfter(after, way)
  const held = by === undefined ? {} : { 'claim.adminId': by, 'claim.until': { $gt: now } }
  const orders = await OrderModel.find({
    'ticket.status': status,
    'ticket.answerBy': { $gt: new Date(0) },
    ...held,
    ...from,
  })
    .sort({ 'ticket.answerBy': way, _id: way })
    .limit(pageSize)
    .hint(ticketsIndex)
    .lean<OrderDoc[]>()
  const last = orders.length === pageSize ? orders.at(-1) : undefined
  return {
    tickets: orders.map((order) => boardView(order, now)),
    next: last?.ticket ? `${last.ticket.answerBy.toISOString()}.${last._id}` : '',
  }
}

/** What stands behind a place, `2026-11-21T10:00:00.000Z.JP261121…`. */
function placesAfter(place: string, way: 1 | -1) {
  const [at, id] = [new Date(place.slice(0, 24)), place.slice(25)]
  return way === 1
    ? { 'ticket.answerBy': { $gte: at }, $or: [{ 'ticket.answerBy': { $gt: at } }, { _id: { $gt: id } }] }
    : {
        'ticket.answerBy': { $gt: new Date(0), $lte: at },
        $or: [{ 'ticket.answerBy': { $lt: at } }, { _id: { $lt: id } }],
      }
}

/** Open reports: all, late ones, those that an admin has, and those that nobody has. */
type TicketCounts = { open: number; late: number; mine: number; nobody: number }

const countIf = (condition: object) => ({ $sum: { $cond: [condition, 1, 0] } })

/** Counted from the index of reports alone: no order is read. */
export async function countTickets(now: Date, adminId: string): Promise<TicketCounts> {
  const isHeld = { $gt: ['$claim.until', now] }
  const [counts] = await OrderModel.aggregate<TicketCounts>([
    { $match: { 'ticket.status': 'open', 'ticket.answerBy': { $gt: new Date(0) } } },
    {
      $group: {
        _id: null,
        open: { $sum: 1 },
        late: countIf({ $lte: ['$ticket.answerBy', now] }),
        mine: countIf({ $and: [isHeld, { $eq: ['$claim.adminId', adminId] }] }),
        nobody: countIf({ $not: [isHeld] }),
      },
    },
    { $project: { _id: 0 } },
  ]).hint(ticketsIndex)
  return counts ?? { open: 0, late: 0, mine: 0, nobody: 0 }
}
