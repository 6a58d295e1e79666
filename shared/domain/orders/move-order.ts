import type { ClientSession } from 'mongoose'
import { canMove, type Mover, type OrderStatus } from '../../contracts/order-status.ts'
import { nextLane } from '../../platform/due.ts'
import { type OrderDoc, OrderModel } from './order-model.ts'

export type Move = {
  to: OrderStatus
  by: Mover
  /** Who, for the history: `payments`, `supplier`, or an admin's id. */
  actor: string
  at: Date
  reason?: string
  /** More to write in the same step, e.g. a unit's answer. */
  set?: Record<string, unknown>
  /** Numbers to add to in the same step. */
  inc?: Record<string, number>
  /** More that must still hold. */
  guard?: Record<string, unknown>
}

/**
 * The one writer of an order's status. Compare-and-set on status and version: nothing matched means someone
 * else was first.
 * @returns the order after the move, or undefined when it had moved on
 * @throws when the move is not in the table: a mistake in the program
 */
export async function moveOrder(
  order: OrderDoc,
  move: Move,
  session?: ClientSession,
): Promise<OrderDoc | undefined> {
  if (!canMove(order.status, move.to, move.by)) {
    throw new Error(`${move.by} cannot move an order from ${order.status} to ${move.to}`)
  }
  const version = order.version + 1
  const reason = move.reason ?? ''
  const after = await OrderModel.findOneAndUpdate(
    { _id: order._id, status: order.status, version: order.version, ...move.guard },
    {
      $set: { status: move.to, reason, ...workFor(order, move), ...move.set },
      $inc: { version: 1, revision: 1, ...move.inc },
      $push: { history: { version, at: move.at, from: order.status, to: move.to, by: move.actor, reason } },
    },
    { returnDocument: 'after', ...(session ? { session } : {}) },
  ).lean<OrderDoc | null>()
  return after ?? undefined
}

/** What a status makes necessary: fulfilment when it starts, a word to the customer when something ended. */
function workFor(order: OrderDoc, { to, at }: Move): Record<string, unknown> {
  const notify = { 'due.notify': nextLane(order.due.notify, at) }
  switch (to) {
    case 'Processing':
      return { ...startOfWork(order, at), 'due.notify': nextLane(order.due.notify, placedNoticeAt(at)) }
    case 'Completed':
    case 'Refunded':
      return { 'due.fulfil': nextLane(order.due.fulfil, null), attention: null, claim: null, ...notify }
    case 'Cancelled':
      return { 'due.fulfil': nextLane(order.due.fulfil, null), attention: null, claim: null }
    case 'Failed':
    case 'Created':
      return {}
    default:
      return to satisfies never
  }
}

/** Most orders end within seconds, and their end is the better message: the one about placing waits for it. */
export const placedNoticeAt = (at: Date): Date => new Date(at.getTime() + 5_000)

function startOfWork(order: OrderDoc, at: Date): Record<string, unknown> {
  if (order.delivery === 'by_hand') {
    return { processingAt: at, attention: { kind: 'by_hand', since: at, detail: '' } }
  }
  return {
    processingAt: at,
    attention: { kind: 'trying', since: at, detail: '' },
    'due.fulfil': nextLane(order.due.fulfil, at),
  }
}
