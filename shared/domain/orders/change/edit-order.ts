import type { ClientSession } from 'mongoose'
import { type Scheduled, schedule } from '../../../platform/due-tasks.ts'
import type { Update } from '../../../platform/typed-update.ts'
import type { OrderDoc } from '../order-model.ts'
import { changeRecordOf } from './order-change.ts'
import type { OrderGuard, OrderPushes, OrderSet, OrderSums } from './order-update.ts'
import type { CompareAndSet } from './write-order.ts'

export type OrderTask = 'payment' | 'fulfil' | 'notify' | 'completion'

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
