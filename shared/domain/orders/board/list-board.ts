import type { ClientSession } from 'mongoose'
import type { BoardOrder } from '../../../contracts/admin.ts'
import { type BoardCursor, boardPageSize, readBoardCursor } from '../../../contracts/board-cursor.ts'
import { promiseMs } from '../../../contracts/order-status.ts'
import { readSnapshot, snapshotOptions } from '../../../platform/snapshot.ts'
import { boardIndex, boardSort } from '../model/order-indexes.ts'
import { type OrderDoc, OrderModel } from '../model/order-model.ts'
import { boardView } from '../views/board-view.ts'

/** The number of open orders of each kind, independent of what the board has loaded. */
type BoardCounts = {
  all: number
  needsAction: number
  late: number
  unknown: number
  mine: number
  assigned: number
}

const noOrders: BoardCounts = { all: 0, needsAction: 0, late: 0, unknown: 0, mine: 0, assigned: 0 }

const countIf = (condition: object) => ({ $sum: { $cond: [condition, 1, 0] } })

/** Counted from the board's index alone, without reading orders. `adminId`: whose orders are `mine`. */
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
  return counts ?? noOrders
}

/** `after`: the cursor of the previous page's last order, as `boardCursor` writes it. */
type BoardPage = { after?: string | undefined; limit?: number | undefined }

/**
 * A page of the board: first the Processing orders that need an admin's action, then the others, each oldest
 * first. After a full page there may be another.
 */
export async function listBoard(
  now: Date,
  { after, limit = boardPageSize }: BoardPage = {},
): Promise<BoardOrder[]> {
  const cursor = after === undefined ? undefined : readBoardCursor(after)
  // Without a snapshot, an order that moves from one part to the other between the two reads would be in
  // neither.
  const page = await readSnapshot(async (snapshot) => {
    const orders: OrderDoc[] = []
    for (const needsAction of cursor?.needsAction === false ? [false] : [true, false]) {
      const left = limit - orders.length
      const from = cursor?.needsAction === needsAction ? cursor : undefined
      if (left > 0) orders.push(...(await ordersFrom(snapshot, { needsAction, from, limit: left })))
    }
    return orders
  })
  return page.map((order) => boardView(order, now))
}

type PagePart = { needsAction: boolean; from: BoardCursor | undefined; limit: number }

function ordersFrom(snapshot: ClientSession, { needsAction, from, limit }: PagePart): Promise<OrderDoc[]> {
  return OrderModel.find(
    {
      status: 'Processing',
      // A process of the previous version, which may still be running, does not set this field.
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
