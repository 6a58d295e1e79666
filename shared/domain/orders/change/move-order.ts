import type { ClientSession } from 'mongoose'
import { canMove, isOpen, type Mover, type OrderStatus } from '../../../contracts/order-status.ts'
import { type Owed, owing } from '../../../platform/due.ts'
import type { Update } from '../../../platform/typed-update.ts'
import { isAtSupplier, isOpenOlderAttempt, followUpAt } from '../fulfil/watched-units.ts'
import type { OrderDoc } from '../order-model.ts'
import type { OrderPoints } from '../points-schema.ts'
import { isRedelivery, mayBeGivenBack } from '../redelivery/redelivery-rules.ts'
import { attentionOf } from './attention.ts'
import type { OrderDecision } from './decision-schema.ts'
import { changeOf } from './order-change.ts'
import { endOf } from './order-end.ts'
import type { OrderGuard, OrderPushes, OrderSet, OrderSums } from './order-update.ts'
import { type OrderWrite, writeOne } from './write-order.ts'

export type Move = {
  to: OrderStatus
  by: Mover
  /** Who, for the history: `payments`, `supplier`, or an admin's id. */
  actor: string
  at: Date
  reason?: string
  /** More to write in the same step, e.g. a unit's answer. */
  set?: OrderSet
  /** Numbers to add to in the same step. */
  inc?: OrderSums
  /** The admin's decision behind it, written in the same step. */
  decision?: OrderDecision
  /** What was delivered with it to be read, and what a supplier has said that does not go with it. */
  push?: Pick<OrderPushes, 'vault' | 'supplierConflicts'>
  /** What is written elsewhere, in the same transaction. */
  also?: (session: ClientSession) => Promise<void>
  /** More that must still hold. */
  guard?: OrderGuard
  /** What the move leaves of its points. */
  points?: OrderPoints
}

/**
 * The one place that assigns an order's status. Compare-and-set on status and version: nothing matched means someone
 * else was first. Nobody is told of it here: what `changeOrder` goes through calls this, and nothing else does.
 * @throws when the move is not in the table: a mistake in the program
 */
export function moveWrite(order: OrderDoc, move: Move): OrderWrite {
  if (!canMove(order.status, move.to, move.by) || closesPaid(order, move)) {
    throw new Error(`${move.by} cannot move an order from ${order.status} to ${move.to}`)
  }
  const version = order.version + 1
  const reason = move.reason ?? ''
  const work = workFor(order, move)
  const changes = changeOf(order, move)
  const row = { version, at: move.at, from: order.status, to: move.to, by: move.actor, reason }
  const update: Update<OrderDoc> = {
    $set: { status: move.to, reason, ...endFacts(order, move), ...work.set, ...move.set, ...pointsOf(move) },
    $inc: { version: 1, revision: 1, ...work.inc, ...move.inc },
    $push: {
      history: row,
      ...(changes && { changes }),
      ...(move.decision && { decisions: move.decision }),
      ...move.push,
    },
  }
  const guard = {
    ...{ _id: order._id, status: order.status, version: order.version, ...move.guard },
    ...(move.to === 'Refunded' && mayBeGivenBack),
  }
  return { id: order._id, guard, update, isSeen: true }
}

/** @returns the order after the move, or undefined when it had moved on; throws as `moveWrite` */
export async function moveOrder(
  order: OrderDoc,
  move: Move,
  session?: ClientSession,
): Promise<OrderDoc | undefined> {
  return writeOne(moveWrite(order, move), session)
}

/** What was paid for is closed without a refund by an admin alone. */
const closesPaid = (order: OrderDoc, { to, by }: Move) =>
  to === 'Cancelled' && by === 'system' && !isRedelivery(order)

/** What its end leaves on the order, so that nobody looks for it in the history. */
function endFacts(order: OrderDoc, { to, at, actor }: Move): Partial<OrderDoc> {
  if (isOpen(to)) return {}
  const before = endOf(order)
  const was = before ? { status: order.status, at: before.at } : null
  return { ended: { at, by: actor, was }, ...(to === 'Completed' ? { completedAt: at } : {}) }
}

const pointsOf = ({ points }: Move): Partial<OrderDoc> => (points ? { points } : {})

type Work = { set: OrderSet; inc: OrderSums }

/** What a status makes necessary: fulfilment when it starts, a word to the customer when something ended. */
function workFor(order: OrderDoc, { to, at, by }: Move): Work {
  const closed = { attention: null, claim: null, closing: null }
  switch (to) {
    case 'Processing': {
      const lanes = { notify: placedNoticeAt(at), ...(order.delivery === 'instant' ? { fulfil: at } : {}) }
      const kind = order.delivery === 'instant' ? 'trying' : 'by_hand'
      return withLanes({ processingAt: at, attention: attentionOf(kind, { since: at }) }, lanes)
    }
    case 'Completed':
    case 'Refunded':
    case 'Cancelled':
      return withLanes(closed, {
        ...{ fulfil: isLeftOpen(order, by) ? followUpAt(at) : null, notify: at },
        ...(order.closing ? { close: null } : {}),
      })
    case 'Failed':
    case 'Created':
      return withLanes({}, {})
    default:
      return to satisfies never
  }
}

/** Whether a person ends the order while a supplier has yet to say what became of a unit. */
const isLeftOpen = ({ units, supplierConflicts }: OrderDoc, by: Mover) =>
  units.some((unit) => unit.isFollowedUp || (by === 'admin' && isAtSupplier(unit))) ||
  supplierConflicts.some(isOpenOlderAttempt)

function withLanes(set: OrderSet, lanes: Owed<'fulfil' | 'notify' | 'close'>): Work {
  const owed = owing(lanes)
  return { set: { ...set, ...owed.set }, inc: owed.inc }
}

/** Most orders end within seconds, and their end is the better message: the one about placing waits for it. */
export const placedNoticeAt = (at: Date): Date => new Date(at.getTime() + 5_000)
