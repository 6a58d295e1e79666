import { orderCountersIndex } from '../model/order-indexes.ts'
import { OrderModel } from '../model/order-model.ts'
import { type Difference, type Foldable, foldOrder } from './fold-order.ts'

export type ReplayFault = { kind: 'order_differs_from_history'; orderid: string } & Difference

export type Replay = { orders: number; faults: ReplayFault[] }

/**
 * An order can change for this long after its end: units are polled for up to 30 days, and tickets are
 * resolved within 48 hours.
 */
const changeableMs = 35 * 24 * 60 * 60_000

/** The time from which on ended orders are replayed daily: earlier ones cannot have changed. */
export const replayedDaily = (now: Date): Date => new Date(now.getTime() - changeableMs)

/** The number of orders read at once; each needs a few kilobytes. */
const batchSize = 500

const read = {
  status: 1,
  version: 1,
  reason: 1,
  history: 1,
  changes: 1,
  processingAt: 1,
  completedAt: 1,
  ended: 1,
  creditedPaise: 1,
  partlyRefundedPaise: 1,
  'units.state': 1,
  'units.attempt': 1,
  'units.supplierOrderId': 1,
} as const

type ReplayInput = {
  /** Only orders that ended at that time or later; all without it. */
  since?: Date
  /** Only orders with ids that pass this filter; then `since` is not needed. */
  ids?: { $gte: string; $lt?: string }
  /** The number of differences that are reported. */
  most: number
}

/** Folds each closed order from its history and compares it with the document, in bounded memory. */
export async function replayOrders({ since, ids, most }: ReplayInput): Promise<Replay> {
  const where = { 'ended.at': { $gt: since ?? new Date(0) }, ...(ids && { _id: ids }) }
  const found = OrderModel.find(where, read)
    .sort(ids ? { _id: 1 } : { 'ended.at': 1 })
    .hint(ids ? { _id: 1 } : orderCountersIndex)
    .lean<(Foldable & { _id: string })[]>()
    .cursor({ batchSize })
  const replay: Replay = { orders: 0, faults: [] }
  for await (const order of found) {
    replay.orders += 1
    const room = most - replay.faults.length
    replay.faults.push(
      ...foldOrder(order)
        .slice(0, room)
        .map((one) => ({ kind: 'order_differs_from_history' as const, orderid: order._id, ...one })),
    )
  }
  return replay
}
