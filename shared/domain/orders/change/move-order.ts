import type { ClientSession } from 'mongoose'
import { canMove, isOpen, type Mover, type OrderStatus } from '../../../contracts/order-status.ts'
import { isAtSupplier, watchAt } from '../fulfil/watched-units.ts'
import { type OrderDoc, OrderModel } from '../order-model.ts'
import type { OrderDecision } from './decision-schema.ts'

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
  /** The admin's decision behind it, written in the same step. */
  decision?: OrderDecision
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
  const work = workFor(order, move)
  const row = { version, at: move.at, from: order.status, to: move.to, by: move.actor, reason }
  const after = await OrderModel.findOneAndUpdate(
    { _id: order._id, status: order.status, version: order.version, ...move.guard },
    {
      $set: { status: move.to, reason, ...endFacts(move), ...work.set, ...move.set },
      $inc: { version: 1, revision: 1, ...work.inc, ...move.inc },
      $push: { history: row, ...(move.decision && { decisions: move.decision }) },
    },
    { returnDocument: 'after', ...(session ? { session } : {}) },
  ).lean<OrderDoc | null>()
  return after ?? undefined
}

/** What its end leaves on the order, so that nobody looks for it in the history. */
const endFacts = ({ to, at, actor }: Move): Partial<OrderDoc> =>
  isOpen(to) ? {} : { ended: { at, by: actor }, ...(to === 'Completed' ? { completedAt: at } : {}) }

type Work = { set: Record<string, unknown>; inc: Record<string, number> }

/** What a status makes necessary: fulfilment when it starts, a word to the customer when something ended. */
function workFor(order: OrderDoc, { to, at, by }: Move): Work {
  const closed = { attention: null, claim: null }
  switch (to) {
    case 'Processing': {
      const lanes = { notify: placedNoticeAt(at), ...(order.delivery === 'instant' ? { fulfil: at } : {}) }
      const kind = order.delivery === 'instant' ? 'trying' : 'by_hand'
      return withLanes({ processingAt: at, attention: { kind, since: at, detail: '' } }, lanes)
    }
    case 'Completed':
    case 'Refunded':
    case 'Cancelled':
      return withLanes(closed, { fulfil: isLeftOpen(order, by) ? watchAt(at) : null, notify: at })
    case 'Failed':
    case 'Created':
      return withLanes({}, {})
    default:
      return to satisfies never
  }
}

/** Whether a person ends the order while a supplier has yet to say what became of a unit. */
const isLeftOpen = ({ units }: OrderDoc, by: Mover) =>
  units.some((unit) => unit.isWatched || (by === 'admin' && isAtSupplier(unit)))

/** Added to, not set: the order at hand may be older than its lanes, and a `seq` must never come twice. */
function withLanes(
  set: Record<string, unknown>,
  lanes: Partial<Record<'fulfil' | 'notify', Date | null>>,
): Work {
  const at = Object.entries(lanes).map(([lane, time]) => [`due.${lane}.at`, time])
  const seq = Object.keys(lanes).map((lane) => [`due.${lane}.seq`, 1])
  return { set: { ...set, ...Object.fromEntries(at) }, inc: Object.fromEntries(seq) }
}

/** Most orders end within seconds, and their end is the better message: the one about placing waits for it. */
export const placedNoticeAt = (at: Date): Date => new Date(at.getTime() + 5_000)
