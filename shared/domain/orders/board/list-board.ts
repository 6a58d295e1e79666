import type { ClientSession } from 'mongoose'
import type { BoardOrder } from '../../../contracts/admin.ts'
import { type BoardCursor, boardPageSize, readBoardCursor } from '../../../contracts/board-cursor.ts'
import { promiseMs } from '../../../contracts/order-status.ts'
import { readSnapshot, snapshotOptions } from '../../../platform/snapshot.ts'
import { boardIndex, boardSort } from '../model/order-indexes.ts'
import { type OrderDoc, OrderModel } from '../model/order-model.ts'
import { boardView } from '../views/board-view.ts'

/** How many open orders there are of each kind; all of them, however many the board has loaded. */
type BoardCounts = {
  all: number
  needsAction: number
  late: number
  unknown: number
  mine: number
  assigned: number
}

const none: BoardCounts = { all: 0, needsAction: 0, late: 0, unknown: 0, mine: 0, assigned: 0 }

const countIf = (condition: object) => ({ $sum: { $cond: [condition, 1, 0] } })

/** Counted from the board's index alone: no order is read. `now` is the shop's time, `adminId` who `mine` is. */
export async function countBoard(now: Date, adminId: string): Promise<BoardCounts> {
  const isLate = { $lte: ['$processingAt', new Date(now.getTime() - promiseMs)] }
  const isActionNeeded = { $eq: ['$pendingReason.needsAction', true] }
  const isAssigned = { $gt: ['$assignee.until', now] }
  const [counts] = await OrderModel.aggregate<BoardCounts>([
    { $match: { status: 'Processing' } },
    {
      $group: {
        _id: null,
        all: { $sum: 1 },
        needsAction: countIf({ $or: [isActionNeeded, isLate] }),
        late: countIf(isLate),
        unknown: countIf({ $eq: ['$pendingReason.kind', 'outcome_unknown'] }),
        mine: countIf({ $and: [isAssigned, { $eq: ['$assignee.adminId', adminId] }] }),
        assigned: countIf(isAssigned),
      },
    },
    { $project: { _id: 0 } },
  ]).hint(boardIndex)
  return counts ?? none
}

/** `after`: the place of the last order of the page before, as `boardCursor` writes it. */
type BoardPage = { after?: string | undefined; limit?: number | undefined }

/**
 * A page of the board: first the Processing orders that nothing but a person gets on, then the others, each the oldest
 * first. Nothing is out of reach: after a full page there may be another.
 */
export async function listBoard(
  now: Date,
  { after, limit = boardPageSize }: BoardPage = {},
): Promise<BoardOrder[]> {
  const place = after === undefined ? undefined : readBoardCursor(after)
  // Read one after the other, an order that goes from one part to the other meanwhile would be in neither.
  const found = await readSnapshot(async (snapshot) => {
    const orders: OrderDoc[] = []
    for (const needsAction of place?.needsAction === false ? [false] : [true, false]) {
      const left = limit - orders.length
      const from = place?.needsAction === needsAction ? place : undefined
      if (left > 0) orders.push(...(await ordersFrom(snapshot, { needsAction, from, limit: left })))
    }
    return orders
  })
  return found.map((order) => boardView(order, now))
}

type Part = { needsAction: boolean; from: BoardCursor | undefined; limit: number }

function ordersFrom(snapshot: ClientSession, { needsAction, from, limit }: Part): Promise<OrderDoc[]> {
  return OrderModel.find(
    {
      status: 'Processing',
      // A process of the release before, still running beside this one, does not say.
      'pendingReason.needsAction': needsAction ? true : { $in: [false, null] },
      ...(from && {
        processingAt: { $gte: from.since },
        $or: [{ processingAt: { $gt: from.since } }, { _id: { $gt: from.orderid } }],
      }),
    },
    null,
    snapshotOptions(snapshot),
  )
    .sort({ processingAt: boardSort.processingAt, _id: boardSort._id })
    .limit(limit)
    .hint(boardIndex)
    .lean<OrderDoc[]>()
}
