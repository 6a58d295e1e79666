import type { ClientSession } from 'mongoose'
import {
  canTransition,
  isOpen,
  type OrderStatus,
  type TransitionSource,
} from '../../../contracts/order-status.ts'
import { type Scheduled, schedule } from '../../../platform/due-tasks.ts'
import type { Update } from '../../../platform/typed-update.ts'
import type { IUnit } from '../../purchasing/index.ts'
import type { ChangeRecord, UnitChange } from '../model/order-change-schema.ts'
import type { OrderDoc, OrderPoints } from '../model/order-model.ts'
import type { OrderGuard, OrderPushes, OrderSet, OrderSums } from '../model/order-update.ts'
import type { StaffAction } from '../model/staff-action-schema.ts'
import { followUpAt, isAtSupplier, isOpenOlderAttempt } from '../rules/open-units.ts'
import { endOf } from '../rules/order-end.ts'
import { pendingReasonOf } from '../rules/pending-reason.ts'
import { isRedelivery, refundableGuard } from '../rules/redelivery-rules.ts'
import { type CompareAndSet, compareAndSet } from './compare-and-set.ts'

type OrderTask = 'payment' | 'fulfil' | 'notify' | 'completion'

/** A change of an order that keeps its status. */
export type OrderEdit = {
  /** The condition of the write: without it two concurrent changes of the same version would both succeed. */
  guard: OrderGuard
  /** To reschedule a task that keeps its `seq`, set its time here; a new task belongs in `due`. */
  set?: OrderSet
  inc?: OrderSums
  push?: OrderPushes
  /** Writes to other collections in the same transaction. */
  inSameTransaction?: (tx: ClientSession) => Promise<void>
  /** Tasks that are due from now on; null ends a task. */
  due?: Scheduled<OrderTask>
  /** The actor, for the admins who have the order open. */
  actor?: string
}

/**
 * The write of an edit. Only `changeOrder` and what it uses call this, because it publishes nothing.
 * @param isVisible whether a reader can see the change; only then `revision` and `updatedAt` change
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
  /** The actor, for the history: `payments`, `supplier`, or an admin's id. */
  actor: string
  at: Date
  reason?: string
  /** Further fields of the same write, e.g. a unit's answer. */
  set?: OrderSet
  /** Sums to increment in the same write. */
  inc?: OrderSums
  /** The staff action behind it, in the same write. */
  decision?: StaffAction
  /** Secrets that were delivered with it, and supplier conflicts. */
  push?: Pick<OrderPushes, 'vault' | 'supplierConflicts'>
  /** Writes to other collections in the same transaction. */
  inSameTransaction?: (tx: ClientSession) => Promise<void>
  /** Further conditions. */
  guard?: OrderGuard
  /** The order's points after the transition. */
  points?: OrderPoints
}

/**
 * The write of a transition, the only one that sets an order's status. It compares status and version; no
 * match means that a concurrent update won. Only `changeOrder` and what it uses call this, because it
 * publishes nothing.
 * @throws when the transition is not in the table, which is a bug
 */
export function transitionPatch(order: OrderDoc, transition: Transition): CompareAndSet {
  if (!canTransition(order.status, transition.to, transition.by) || closesPaidOrder(order, transition)) {
    throw new Error(`${transition.by} cannot change an order from ${order.status} to ${transition.to}`)
  }
  const version = order.version + 1
  const reason = transition.reason ?? ''
  const tasks = tasksFor(order, transition)
  const changes = changeRecordOf(order, transition)
  const historyRow = {
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
      ...tasks.set,
      ...transition.set,
      ...pointsPatch(transition),
    },
    $inc: { version: 1, revision: 1, ...tasks.inc, ...transition.inc },
    $push: {
      history: historyRow,
      ...(changes && { changes }),
      ...(transition.decision && { staffActions: transition.decision }),
      ...transition.push,
    },
  }
  const guard = {
    _id: order._id,
    status: order.status,
    version: order.version,
    ...transition.guard,
    ...(transition.to === 'Refunded' && refundableGuard),
  }
  return { id: order._id, guard, update, isVisible: true }
}

/**
 * @returns the order after the transition; undefined when it no longer matched; throws as `transitionPatch`
 */
export async function transitionOrder(
  order: OrderDoc,
  transition: Transition,
  tx?: ClientSession,
): Promise<OrderDoc | undefined> {
  return compareAndSet(transitionPatch(order, transition), tx)
}

/** Only an admin may close a paid order without a refund. */
const closesPaidOrder = (order: OrderDoc, { to, by }: Transition) =>
  to === 'Cancelled' && by === 'system' && !isRedelivery(order)

/** The facts of the order's end, as fields, so that queries need not read the history. */
function endFacts(order: OrderDoc, { to, at, actor }: Transition): Partial<OrderDoc> {
  if (isOpen(to)) return {}
  const before = endOf(order)
  const previous = before ? { status: order.status, at: before.at } : null
  return { ended: { at, by: actor, previous }, ...(to === 'Completed' ? { completedAt: at } : {}) }
}

const pointsPatch = ({ points }: Transition): Partial<OrderDoc> => (points ? { points } : {})

type TaskPatch = { set: OrderSet; inc: OrderSums }

/** The tasks of a status: fulfilment when it starts, a notification when the order ends. */
function tasksFor(order: OrderDoc, { to, at, by }: Transition): TaskPatch {
  const ended = { pendingReason: null, assignee: null, pendingCompletion: null }
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
      return withTasks(ended, {
        fulfil: hasUnresolvedUnit(order, by) ? followUpAt(at) : null,
        notify: at,
        ...(order.pendingCompletion ? { completion: null } : {}),
      })
    case 'Failed':
    case 'Created':
      return withTasks({}, {})
    default:
      return to satisfies never
  }
}

/** Whether the order ends while a supplier has not reported the final state of a unit. */
const hasUnresolvedUnit = ({ units, supplierConflicts }: OrderDoc, by: TransitionSource) =>
  units.some((unit) => unit.isFollowedUp || (by === 'admin' && isAtSupplier(unit))) ||
  supplierConflicts.some(isOpenOlderAttempt)

function withTasks(set: OrderSet, tasks: Scheduled<'fulfil' | 'notify' | 'completion'>): TaskPatch {
  const scheduled = schedule(tasks)
  return { set: { ...set, ...scheduled.set }, inc: scheduled.inc }
}

/**
 * Delays the notification that an order was placed: most orders end within seconds, and the notification of
 * the end replaces it.
 */
export const placedNotificationAt = (at: Date): Date => new Date(at.getTime() + 5_000)

/**
 * Pure. What a write changes in units and refunds, for the order's history.
 * @param order as read; its units are compared with the write
 * @returns undefined when nothing of that changes, or for an order of an earlier version without `changes`
 */
function changeRecordOf(
  order: Pick<OrderDoc, 'units' | 'changes'>,
  { set = {}, inc = {} }: { set?: OrderSet | undefined; inc?: OrderSums | undefined },
): ChangeRecord | undefined {
  if (!order.changes) return undefined
  const units = order.units.flatMap((unit, index) => unitChange(unit, index, set) ?? [])
  const { creditedPaise = 0, partlyRefundedPaise = 0 } = inc
  const isNothing = units.length === 0 && creditedPaise === 0 && partlyRefundedPaise === 0
  return isNothing ? undefined : { units, creditedPaise, partlyRefundedPaise }
}

const recordedFields = ['state', 'attempt', 'supplierOrderId'] as const

function unitChange(unit: IUnit, index: number, set: Record<string, unknown>): UnitChange | undefined {
  const newUnit = set[`units.${index}`] as IUnit | undefined
  const changed = recordedFields.flatMap((field) => {
    const path = `units.${index}.${field}`
    const value = newUnit ? newUnit[field] : path in set ? set[path] : unit[field]
    return value === unit[field] ? [] : [[field, value] as const]
  })
  return changed.length === 0 ? undefined : { index, ...Object.fromEntries(changed) }
}
