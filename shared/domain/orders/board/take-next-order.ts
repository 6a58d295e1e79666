import { needsAction } from '../../../contracts/needs-action.ts'
import { promiseMs } from '../../../contracts/order-status.ts'
import type { Caller } from '../../accounts/index.ts'
import { changeOrder } from '../change/change-order.ts'
import type { PublishDeps } from '../change/publish-order.ts'
import { boardIndex } from '../model/order-indexes.ts'
import { type OrderDoc, OrderModel } from '../model/order-model.ts'
import { assignmentEdit } from './assign-order.ts'
import { priorityExpression } from './next-order-rules.ts'

type Place = { _id: string; processingAt: Date }

/** `passed`: orders that could not be assigned in this call. */
type Asked = { now: Date; limit: number; passed: readonly string[] }

/**
 * Unassigned open orders that need an admin's action, in the order of `byPriority`; at most `limit`.
 * Everything is chosen from the board's index, which includes the assignment. Late orders are found in the
 * index's order; only without any are the keys of the last 30 minutes' orders compared.
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
  // Orders without an assignee have no such field: they match as well.
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

/** Computes the first few in one pass over the keys ($topN), without sorting all of them. */
async function inTime(asked: Asked): Promise<Place[]> {
  const [found] = await OrderModel.aggregate<{ first: Place[] }>([
    {
      $match: {
        ...free(asked),
        'pendingReason.needsAction': true,
        processingAt: { $gt: lateSince(asked.now) },
      },
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

/** How many candidates one query reads: more admins than this rarely take an order at the same moment. */
const atOnce = 20

/**
 * Assigns to the admin the next order (`byPriority`) that needs action and is assigned to no admin, this one
 * included: a repeated call assigns another order. Concurrent calls assign different orders.
 * @returns null when none is left
 */
export async function takeNext(deps: PublishDeps, admin: Caller): Promise<OrderDoc | null> {
  const passed: string[] = []
  for (;;) {
    const ids = await nextUnassigned({ now: deps.clock.now(), limit: atOnce, passed })
    if (ids.length === 0) return null
    for (const id of ids) {
      const taken = await takeFree(deps, admin, id)
      if (taken) return taken
    }
    passed.push(...ids)
  }
}

/** Assigns an order while it is unassigned; retries if it changes in between. */
async function takeFree(deps: PublishDeps, admin: Caller, id: string): Promise<OrderDoc | undefined> {
  for (;;) {
    const now = deps.clock.now()
    const order = await OrderModel.findById(id).lean<OrderDoc | null>()
    if (!order || !isFree(order, now)) return undefined
    const taken = await changeOrder(deps, order, assignmentEdit(order, admin, { action: 'assign', now }))
    if (taken) return taken
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
  const isHeld = Boolean(pendingCompletion) || (assignee !== null && assignee.until > now)
  return status === 'Processing' && !isHeld && needsAction(waiting, now.getTime())
}
