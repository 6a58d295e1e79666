import type { ClientSession } from 'mongoose'
import {
  canTransition,
  isOpen,
  type OrderStatus,
  type TransitionSource,
} from '../../../contracts/order-status.ts'
import { type Scheduled, schedule } from '../../../platform/due-tasks.ts'
import type { Update } from '../../../platform/typed-update.ts'
import type { OrderDoc, OrderPoints } from '../model/order-model.ts'
import type { OrderGuard, OrderPushes, OrderSet, OrderSums } from '../model/order-update.ts'
import type { StaffAction } from '../model/staff-action-schema.ts'
import { followUpAt, isAtSupplier, isOpenOlderAttempt } from '../rules/open-units.ts'
import { endOf } from '../rules/order-end.ts'
import { pendingReasonOf } from '../rules/pending-reason.ts'
import { isRedelivery, refundableGuard } from '../rules/redelivery-rules.ts'
import { type CompareAndSet, compareAndSet } from './compare-and-set.ts'
import { changeRecordOf } from './order-change.ts'

type OrderTask = 'payment' | 'fulfil' | 'notify' | 'completion'

/** A change of an order that leaves its status as it is. */
export type OrderEdit = {
  /** What must still hold: without it two who saw the same order would both be first. */
  guard: OrderGuard
  /** A time in `due` set here is put off, its work and `seq` staying the same; what is due anew belongs in `due`. */
  set?: OrderSet
  inc?: OrderSums
  push?: OrderPushes
  /** What is written elsewhere, in the same transaction. */
  inSameTransaction?: (tx: ClientSession) => Promise<void>
  /** Work that is due from now on, or null where none is any more. */
  due?: Scheduled<OrderTask>
  /** Who, for the admins who look at the order. */
  actor?: string
}

/**
 * What no transition writes. Nobody is told of it here: what `changeOrder` goes through calls this, and nothing else does.
 * @param isVisible whether anybody could see a difference; only then the `revision` rises and `updatedAt` moves
 */
export function editPatch(
  order: Pick<OrderDoc, '_id' | 'units' | 'changes'>,
  { guard, set, inc, push, due = {} }: OrderEdit,
  isVisible: boolean,
): CompareAndSet {
  const scheduled = schedule(due)
  const changes = changeRecordOf(order, { set, inc })
  const update: Update<OrderDoc> = {
    $set: { ...set, ...scheduled.set },
    $inc: { revision: isVisible ? 1 : 0, ...inc, ...scheduled.inc },
    ...((push || changes) && { $push: { ...push, ...(changes && { changes }) } }),
  }
  return { id: order._id, guard, update, isVisible }
}

export type Transition = {
  to: OrderStatus
  by: TransitionSource
  /** Who, for the history: `payments`, `supplier`, or an admin's id. */
  actor: string
  at: Date
  reason?: string
  /** More to write in the same step, e.g. a unit's answer. */
  set?: OrderSet
  /** Numbers to add to in the same step. */
  inc?: OrderSums
  /** The admin's decision behind it, written in the same step. */
  decision?: StaffAction
  /** What was delivered with it to be read, and what a supplier has said that does not go with it. */
  push?: Pick<OrderPushes, 'vault' | 'supplierConflicts'>
  /** What is written elsewhere, in the same transaction. */
  inSameTransaction?: (tx: ClientSession) => Promise<void>
  /** More that must still hold. */
  guard?: OrderGuard
  /** What the transition leaves of its points. */
  points?: OrderPoints
}

/**
 * The one place that assigns an order's status. Compare-and-set on status and version: nothing matched means someone
 * else was first. Nobody is told of it here: what `changeOrder` goes through calls this, and nothing else does.
 * @throws when the transition is not in the table: a mistake in the program
 */
export function transitionPatch(order: OrderDoc, transition: Transition): CompareAndSet {
  if (!canTransition(order.status, transition.to, transition.by) || closesPaid(order, transition)) {
    throw new Error(`${transition.by} cannot change an order from ${order.status} to ${transition.to}`)
  }
  const version = order.version + 1
  const reason = transition.reason ?? ''
  const work = workFor(order, transition)
  const changes = changeRecordOf(order, transition)
  const row = {
    version,
    at: transition.at,
    from: order.status,
    to: transition.to,
    by: transition.actor,
    reason,
  }
  const update: Update<OrderDoc> = {
    $set: {
      status: transition.to,
      reason,
      ...endFacts(order, transition),
      ...work.set,
      ...transition.set,
      ...pointsOf(transition),
    },
    $inc: { version: 1, revision: 1, ...work.inc, ...transition.inc },
    $push: {
      history: row,
      ...(changes && { changes }),
      ...(transition.decision && { staffActions: transition.decision }),
      ...transition.push,
    },
  }
  const guard = {
    ...{ _id: order._id, status: order.status, version: order.version, ...transition.guard },
    ...(transition.to === 'Refunded' && refundableGuard),
  }
  return { id: order._id, guard, update, isVisible: true }
}

/** @returns the order after the transition, or undefined when it had moved on; throws as `transitionPatch` */
export async function transitionOrder(
  order: OrderDoc,
  transition: Transition,
  tx?: ClientSession,
): Promise<OrderDoc | undefined> {
  return compareAndSet(transitionPatch(order, transition), tx)
}

/** What was paid for is closed without a refund by an admin alone. */
const closesPaid = (order: OrderDoc, { to, by }: Transition) =>
  to === 'Cancelled' && by === 'system' && !isRedelivery(order)

/** What its end leaves on the order, so that nobody looks for it in the history. */
function endFacts(order: OrderDoc, { to, at, actor }: Transition): Partial<OrderDoc> {
  if (isOpen(to)) return {}
  const before = endOf(order)
  const previous = before ? { status: order.status, at: before.at } : null
  return { ended: { at, by: actor, previous }, ...(to === 'Completed' ? { completedAt: at } : {}) }
}

const pointsOf = ({ points }: Transition): Partial<OrderDoc> => (points ? { points } : {})

type Work = { set: OrderSet; inc: OrderSums }

/** What a status makes necessary: fulfilment when it starts, a word to the customer when something ended. */
function workFor(order: OrderDoc, { to, at, by }: Transition): Work {
  const closed = { pendingReason: null, assignee: null, pendingCompletion: null }
  switch (to) {
    case 'Processing': {
      const tasks = {
        notify: placedNotificationAt(at),
        ...(order.delivery === 'instant' ? { fulfil: at } : {}),
      }
      const kind = order.delivery === 'instant' ? 'in_progress' : 'manual'
      return withTasks({ processingAt: at, pendingReason: pendingReasonOf(kind, { since: at }) }, tasks)
    }
    case 'Completed':
    case 'Refunded':
    case 'Cancelled':
      return withTasks(closed, {
        ...{ fulfil: isLeftOpen(order, by) ? followUpAt(at) : null, notify: at },
        ...(order.pendingCompletion ? { completion: null } : {}),
      })
    case 'Failed':
    case 'Created':
      return withTasks({}, {})
    default:
      return to satisfies never
  }
}

/** Whether a person ends the order while a supplier has yet to say what became of a unit. */
const isLeftOpen = ({ units, supplierConflicts }: OrderDoc, by: TransitionSource) =>
  units.some((unit) => unit.isFollowedUp || (by === 'admin' && isAtSupplier(unit))) ||
  supplierConflicts.some(isOpenOlderAttempt)

function withTasks(set: OrderSet, tasks: Scheduled<'fulfil' | 'notify' | 'completion'>): Work {
  const scheduled = schedule(tasks)
  return { set: { ...set, ...scheduled.set }, inc: scheduled.inc }
}

/** Most orders end within seconds, and their end is the better message: the one about placing waits for it. */
export const placedNotificationAt = (at: Date): Date => new Date(at.getTime() + 5_000)
