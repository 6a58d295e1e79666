import type { ClientSession } from 'mongoose'
import type { BoardOrder } from '../../../contracts/admin.ts'
import { type BoardCursor, boardPageSize, readBoardCursor } from '../../../contracts/board-cursor.ts'
import { snapshotOptions, readSnapshot } from '../../../platform/snapshot.ts'
import { boardIndex, boardSort } from '../order-indexes.ts'
import { type OrderDoc, OrderModel } from '../order-model.ts'
import { boardView } from './board-view.ts'

/** `after`: the place of the last order of the page before, as `boardCursor` writes it. */
export type BoardPage = { after?: string | undefined; limit?: number | undefined }

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
