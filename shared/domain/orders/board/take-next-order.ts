import { needsAction } from '../../../contracts/needs-action.ts'
import { promiseMs } from '../../../contracts/order-status.ts'
import type { Caller } from '../../accounts/index.ts'
import { changeOrder } from '../change/change-order.ts'
import type { PublishDeps } from '../change/publish-order.ts'
import { boardIndex } from '../model/order-indexes.ts'
import { type OrderDoc, OrderModel } from '../model/order-model.ts'
import { assignmentEdit } from './assign-order.ts'
import { priorityExpression } from './next-order-rules.ts'

type Candidate = { _id: string; processingAt: Date }

/** `passed`: orders that could not be assigned in this call. */
type CandidateQuery = { now: Date; limit: number; skipped: readonly string[] }

/**
 * Unassigned open orders that need an admin's action, in the order of `byPriority`; at most `limit`.
 * Everything is chosen from the board's index, which includes the assignment. Late orders are found in the
 * index's order; only without any are the keys of the last 30 minutes' orders compared.
 */
export async function nextUnassigned(query: CandidateQuery): Promise<string[]> {
  const parts = await Promise.all([
    lateCandidates(query, true),
    lateCandidates(query, { $in: [false, null] }),
  ])
  const lateOrders = parts.flat().toSorted(byAge).slice(0, query.limit)
  return (lateOrders.length > 0 ? lateOrders : await candidatesInTime(query)).map(({ _id }) => _id)
}

const byAge = (a: Candidate, b: Candidate) =>
  a.processingAt.getTime() - b.processingAt.getTime() || (a._id < b._id ? -1 : 1)

const lateSince = (now: Date) => new Date(now.getTime() - promiseMs)

const unassignedFilter = ({ now, skipped }: CandidateQuery) => ({
  status: 'Processing',
  // Orders without an assignee have no such field: they match as well.
  'assignee.until': { $not: { $gt: now } },
  ...(skipped.length > 0 && { _id: { $nin: skipped } }),
})

const lateCandidates = (
  query: CandidateQuery,
  needsAction: true | { $in: [false, null] },
): Promise<Candidate[]> =>
  OrderModel.aggregate<Candidate>([
    {
      $match: {
        ...unassignedFilter(query),
        'pendingReason.needsAction': needsAction,
        processingAt: { $lte: lateSince(query.now) },
      },
    },
    { $sort: { processingAt: 1, _id: 1 } },
    { $limit: query.limit },
    { $project: { processingAt: 1 } },
  ]).hint(boardIndex)

/** Computes the first few in one pass over the keys ($topN), without sorting all of them. */
async function candidatesInTime(query: CandidateQuery): Promise<Candidate[]> {
  const [found] = await OrderModel.aggregate<{ first: Candidate[] }>([
    {
      $match: {
        ...unassignedFilter(query),
        'pendingReason.needsAction': true,
        processingAt: { $gt: lateSince(query.now) },
      },
    },
    { $project: { processingAt: 1, priority: priorityExpression(query.now) } },
    {
      $group: {
        _id: null,
        first: {
          $topN: {
            n: query.limit,
            sortBy: { priority: 1, processingAt: 1, _id: 1 },
            output: { _id: '$_id', processingAt: '$processingAt' },
          },
        },
      },
    },
  ]).hint(boardIndex)
  return found?.first ?? []
}

/** How many candidates one query reads: more admins than this rarely take an order at the same moment. */
const candidatesPerQuery = 20

/**
 * Assigns to the admin the next order (`byPriority`) that needs action and is assigned to no admin, this one
 * included: a repeated call assigns another order. Concurrent calls assign different orders.
 * @returns null when none is left
 */
export async function takeNext(deps: PublishDeps, admin: Caller): Promise<OrderDoc | null> {
  const skipped: string[] = []
  for (;;) {
    const ids = await nextUnassigned({ now: deps.clock.now(), limit: candidatesPerQuery, skipped })
    if (ids.length === 0) return null
    for (const id of ids) {
      const assigned = await assignIfFree(deps, admin, id)
      if (assigned) return assigned
    }
    skipped.push(...ids)
  }
}

/** Assigns an order while it is unassigned; retries if it changes in between. */
async function assignIfFree(deps: PublishDeps, admin: Caller, id: string): Promise<OrderDoc | undefined> {
  for (;;) {
    const now = deps.clock.now()
    const order = await OrderModel.findById(id).lean<OrderDoc | null>()
    if (!order || !isFree(order, now)) return undefined
    const assigned = await changeOrder(deps, order, assignmentEdit(order, admin, { action: 'assign', now }))
    if (assigned) return assigned
  }
}

function isFree(
  { status, assignee, pendingCompletion, pendingReason, processingAt, createdAt }: OrderDoc,
  now: Date,
): boolean {
  const waiting = {
    needsAction: pendingReason?.needsAction === true,
    processingSince: (processingAt ?? createdAt).toISOString(),
  }
  const isTaken = Boolean(pendingCompletion) || (assignee !== null && assignee.until > now)
  return status === 'Processing' && !isTaken && needsAction(waiting, now.getTime())
}
