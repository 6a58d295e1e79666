import type { ClientSession } from 'mongoose'
import { snapshotOptions } from '../../../platform/snapshot.ts'
import { boardIndex, boardSort, type OrderDoc, OrderModel, orderCountersIndex } from '../../orders/index.ts'
import type { IContinuousCheck, Place } from './check-model.ts'

/** Limit for open orders of each kind, and for those that have ended since the last run. */
const maxSample = 100

export type Sample = {
  orders: OrderDoc[]
  next: Pick<IContinuousCheck, 'needsAction' | 'others' | 'closedUpTo'>
}

/**
 * The next orders to check: open ones after the last run's, starting over at the end, and those that have ended since.
 * Bounded, and read from indexes.
 */
export async function readSample(
  snapshot: ClientSession,
  { needsAction, others, closedUpTo }: IContinuousCheck,
  now: Date,
): Promise<Sample> {
  const waiting = await openFrom(snapshot, { needsAction: true, from: needsAction })
  const moving = await openFrom(snapshot, { needsAction: false, from: others })
  const closed = await closedSince(snapshot, closedUpTo ?? new Date(now.getTime() - 60_000))
  return {
    orders: [...waiting, ...moving, ...closed],
    next: {
      needsAction: placeAfter(waiting),
      others: placeAfter(moving),
      closedUpTo: closed.at(-1)?.ended?.at ?? closedUpTo ?? now,
    },
  }
}

/** Null after the last order: the next run starts over. */
function placeAfter(orders: readonly OrderDoc[]): Place | null {
  const last = orders.length < maxSample ? undefined : orders.at(-1)
  return last?.processingAt ? { since: last.processingAt, orderid: last._id } : null
}

function openFrom(
  snapshot: ClientSession,
  { needsAction, from }: { needsAction: boolean; from: Place | null },
) {
  return OrderModel.find(
    {
      status: 'Processing',
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
    .limit(maxSample)
    .hint(boardIndex)
    .lean<OrderDoc[]>()
}

function closedSince(snapshot: ClientSession, since: Date) {
  return OrderModel.find({ 'ended.at': { $gt: since } }, null, snapshotOptions(snapshot))
    .sort({ 'ended.at': 1 })
    .limit(maxSample)
    .hint(orderCountersIndex)
    .lean<OrderDoc[]>()
}
