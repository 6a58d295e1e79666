import { promiseMs } from '../../../contracts/order-status.ts'
import { boardIndex } from '../order-indexes.ts'
import { OrderModel } from '../order-model.ts'
import { priorityExpression } from './next-rules.ts'

type Place = { _id: string; processingAt: Date }

/** `passed`: those that turned out not to be free. */
type Asked = { now: Date; limit: number; passed: readonly string[] }

/**
 * The open orders that need a person and that nobody has, the first to be dealt with first (`byTurn`); at most `limit`.
 * All is chosen from the board's index, in which a assignee shows. Broken promises are found in the
 * index's order; where there is none, the keys of at most the last 30 minutes' orders are compared.
 */
export async function nextUnassigned(asked: Asked): Promise<string[]> {
  const parts = await Promise.all([late(asked, true), late(asked, { $in: [false, null] })])
  const found = parts.flat().toSorted(byAge).slice(0, asked.limit)
  return (found.length > 0 ? found : await inTime(asked)).map(({ _id }) => _id)
}

const byAge = (a: Place, b: Place) =>
  a.processingAt.getTime() - b.processingAt.getTime() || (a._id < b._id ? -1 : 1)

const lateSince = (now: Date) => new Date(now.getTime() - promiseMs)

const free = ({ now, passed }: Asked) => ({
  status: 'Processing',
  // Without a assignee there is no such time: both are free.
  'assignee.until': { $not: { $gt: now } },
  ...(passed.length > 0 && { _id: { $nin: passed } }),
})

const late = (asked: Asked, needsAction: true | { $in: [false, null] }): Promise<Place[]> =>
  OrderModel.aggregate<Place>([
    {
      $match: {
        ...free(asked),
        'pendingReason.needsAction': needsAction,
        processingAt: { $lte: lateSince(asked.now) },
      },
    },
    { $sort: { processingAt: 1, _id: 1 } },
    { $limit: asked.limit },
    { $project: { processingAt: 1 } },
  ]).hint(boardIndex)

/** Compared rather than sorted: the database keeps the first few while it goes through the keys. */
async function inTime(asked: Asked): Promise<Place[]> {
  const [found] = await OrderModel.aggregate<{ first: Place[] }>([
    {
      $match: { ...free(asked), 'pendingReason.needsAction': true, processingAt: { $gt: lateSince(asked.now) } },
    },
    { $project: { processingAt: 1, priority: priorityExpression(asked.now) } },
    {
      $group: {
        _id: null,
        first: {
          $topN: {
            n: asked.limit,
            sortBy: { priority: 1, processingAt: 1, _id: 1 },
            output: { _id: '$_id', processingAt: '$processingAt' },
          },
        },
      },
    },
  ]).hint(boardIndex)
  return found?.first ?? []
}
