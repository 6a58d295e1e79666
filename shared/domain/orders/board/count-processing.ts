import { promiseMs } from '../../../contracts/order-status.ts'
import { boardIndex } from '../order-indexes.ts'
import { OrderModel } from '../order-model.ts'

/** How many open orders there are of each kind; all of them, however many the board has loaded. */
export type BoardCounts = {
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
