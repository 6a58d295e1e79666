import type { ClientSession } from 'mongoose'
import { ignoreDuplicate, inTransaction } from '../../../platform/mongo.ts'
import type { Deps } from '../../deps.ts'
import type { UpdatedWallets } from '../../wallet/index.ts'
import type { OrderDoc } from '../model/order-model.ts'
import { isRedelivery } from '../rules/redelivery-rules.ts'
import { compareAndSet, writeBatched, writeDelayed } from './compare-and-set.ts'
import { lateDue } from './late-points.ts'
import { originalOrderChange } from './original-order.ts'
import { enqueueDueTasks, type PublishDeps, publishOrder } from './publish-order.ts'
import { auditedAction, auditStaffAction } from './staff-action.ts'
import { editPatch, type OrderEdit, type Transition, transitionPatch } from './transition-order.ts'
import { affectsPoints, owingPoints, transitionWithPoints } from './transition-points.ts'

/**
 * The only way to change an existing order: a compare-and-set that increments `revision`, enqueues the tasks
 * that became due and publishes the change.
 * @returns the order afterwards; undefined when it no longer matched and nothing was changed
 */
export async function changeOrder(
  deps: PublishDeps,
  order: OrderDoc,
  change: OrderChange,
): Promise<OrderDoc | undefined> {
  if (isSingleDocument(order, change)) {
    const after = await commitSingle({ order, change, isVisible: true })
    if (after) await publishOrder(deps, { after, before: order, by: change.actor ?? '' })
    return after
  }
  const written = await inTransaction((tx) => writeInTransaction(deps, order, { changes: [change], tx }))
  return written?.publish()
}

/**
 * The same for a change that moves money: changes and postings in one transaction, published after its
 * commit.
 * @param changes one or more; each applies to the result of the previous one
 * @param post posts the entries; a cause that is posted already means that a concurrent call has won
 */
export async function changeOrderWithPostings(
  deps: PublishDeps,
  order: OrderDoc,
  { changes, post }: { changes: OrderChanges; post(tx: ClientSession): Promise<UpdatedWallets> },
): Promise<OrderDoc | undefined> {
  const result = await ignoreDuplicate(() =>
    inTransaction(async (tx) => {
      const written = await writeInTransaction(deps, order, { changes, tx })
      return written && { written, moved: await post(tx) }
    }),
  )
  return result?.written.publish(result.moved)
}

/**
 * Reschedules or ends a task of an order, or records internal fields, without a visible change: `revision`
 * stays and nothing is published. The tasks that became due since `order` was read are enqueued as usual.
 * @returns the order afterwards; undefined when it did not match the guard
 */
export async function rescheduleTask(
  deps: Pick<Deps, 'queues'>,
  order: OrderDoc,
  edit: Pick<OrderEdit, 'guard' | 'due' | 'set'>,
): Promise<OrderDoc | undefined> {
  const after = await commitSingle({ order, change: edit, isVisible: false })
  if (after) await enqueueDueTasks(deps, after, order)
  return after
}

/**
 * Records internal fields at once, such as what a task is about to do. As above, but nothing is enqueued.
 * @returns the order afterwards; undefined when it did not match the guard
 */
export function recordInternally(
  order: OrderDoc,
  edit: Pick<OrderEdit, 'guard' | 'set'>,
): Promise<OrderDoc | undefined> {
  return writeBatched({ before: order, write: editPatch(order, edit, false) })
}

export type OrderChanges = readonly [OrderChange, ...OrderChange[]]

/**
 * A change that is written, perhaps in a transaction that is not committed yet, and not published. `publish`
 * must follow the commit; only it returns the order as it is now.
 */
export type PendingEvent = { publish(moved?: UpdatedWallets): Promise<OrderDoc> }

/**
 * Writes changes in the caller's own transaction, for example that of a payment check.
 * @param isVisible false for a single edit that no reader can see, such as the time of a payment check
 */
export async function writeInTransaction(
  deps: PublishDeps,
  order: OrderDoc,
  { changes, tx, isVisible = true }: WriteOptions,
): Promise<PendingEvent | undefined> {
  let after: OrderDoc | undefined = order
  for (const change of changes) after = after && (await writeChange(after, change, { tx, isVisible }))
  if (!after) return undefined
  const published = after
  const by = changes.at(-1)?.actor ?? ''
  const original = await writeOriginal(deps, { before: order, after, tx })
  return {
    publish: async (moved) => {
      await original?.publish()
      if (isVisible) await publishOrder(deps, { after: published, before: order, by, moved })
      else await enqueueDueTasks(deps, published, order)
      return published
    },
  }
}

type WrittenChange = { before: OrderDoc; after: OrderDoc; tx: ClientSession | undefined }

/** When a redelivery ends, its original order is updated in the same transaction, whatever the cause. */
async function writeOriginal(
  deps: PublishDeps,
  { before, after, tx }: WrittenChange,
): Promise<PendingEvent | undefined> {
  if (!isRedelivery(after) || after.status === before.status) return undefined
  if (!tx) throw new Error(`${after._id} ends a second delivery without a transaction`)
  const change = await originalOrderChange(after, tx)
  return change && writeInTransaction(deps, change.original, { changes: [change.edit], tx })
}

type WriteOptions = { changes: OrderChanges; tx?: ClientSession | undefined; isVisible?: boolean }

async function writeChange(
  order: OrderDoc,
  change: OrderChange,
  options: { tx?: ClientSession | undefined; isVisible: boolean },
): Promise<OrderDoc | undefined> {
  const after = await ('to' in change
    ? transitionWithPoints(order, change, options.tx)
    : compareAndSet(editPatch(order, change, options.isVisible), options.tx))
  const decision = auditedAction(change)
  if (!after || !(change.inSameTransaction || decision)) return after
  if (!options.tx) throw new Error('what is written elsewhere needs a transaction')
  if (decision) await auditStaffAction(options.tx, decision, { before: order, after })
  await change.inSameTransaction?.(options.tx)
  return after
}

/** A change of an order: a transition of its status, or an edit of anything else. */
export type OrderChange = Transition | OrderEdit

/** `isVisible`: whether a reader can see the change. */
type SingleChange = { order: OrderDoc; change: OrderChange; isVisible: boolean }

/** Whether a change writes only its order: the points that a completion earns are posted later. */
function isSingleDocument(order: OrderDoc, change: OrderChange): boolean {
  if (change.inSameTransaction !== undefined || auditedAction(change) !== undefined) return false
  if (!('to' in change)) return true
  return !isRedelivery(order) && (change.to === 'Completed' || !affectsPoints(order, change))
}

/**
 * Commits such a change. Concurrent ones on several orders share a command.
 * @returns the order afterwards; undefined when it no longer matched
 */
function commitSingle({ order, change, isVisible }: SingleChange): Promise<OrderDoc | undefined> {
  if (!('to' in change)) {
    const write = isVisible ? writeBatched : writeDelayed
    return write({ before: order, write: editPatch(order, change, isVisible) })
  }
  // The late points have a limit for a customer's day, which needs a transaction.
  if (affectsPoints(order, change) && lateDue(order, change) > 0)
    return inTransaction((tx) => transitionWithPoints(order, change, tx))
  return writeBatched({ before: order, write: transitionPatch(order, owingPoints(order, change)) })
}

/** Completes an order. @returns the order afterwards; undefined when it no longer matched */
export function completeOrder(
  deps: PublishDeps,
  order: OrderDoc,
  completion: Omit<Transition, 'to' | 'at'>,
): Promise<OrderDoc | undefined> {
  return changeOrder(deps, order, { ...completion, to: 'Completed', at: deps.clock.now() })
}
