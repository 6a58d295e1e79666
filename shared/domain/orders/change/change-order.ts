import type { ClientSession } from 'mongoose'
import { inTransaction, ignoreDuplicate } from '../../../platform/mongo.ts'
import type { Deps } from '../../deps.ts'
import type { UpdatedWallets } from '../../wallet/index.ts'
import type { OrderDoc } from '../order-model.ts'
import { originalOrderChange } from '../redelivery/first-order.ts'
import { isRedelivery } from '../redelivery/redelivery-rules.ts'
import { auditStaffAction, auditedAction } from './audit-decision.ts'
import { commitSingle, isSingleDocument, type OrderChange } from './commit-plain.ts'
import { type OrderEdit, editPatch } from './edit-order.ts'
import { transitionWithPoints } from './move-with-points.ts'
import { enqueueDueTasks } from './queue-due-work.ts'
import { type PublishDeps, publishOrder } from './tell-order.ts'
import { compareAndSet } from './write-order.ts'

/**
 * The one way to change an order that exists: compares and sets, raises the `revision`, queues the work it made due and
 * shows it to everyone who looks.
 * @returns the order afterwards, or undefined when it had moved on and nothing was changed
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
 * The same where money moves with it: changes and postings in one transaction, and all is told after its commit.
 * @param changes one or more, each upon what the one before it has left
 * @param post moves the money; a cause that was posted before means that someone else was first
 */
export async function changeOrderWithPostings(
  deps: PublishDeps,
  order: OrderDoc,
  { changes, post }: { changes: OrderChanges; post(tx: ClientSession): Promise<UpdatedWallets> },
): Promise<OrderDoc | undefined> {
  const done = await ignoreDuplicate(() =>
    inTransaction(async (tx) => {
      const written = await writeInTransaction(deps, order, { changes, tx })
      return written && { written, moved: await post(tx) }
    }),
  )
  return done?.written.publish(done.moved)
}

/**
 * Puts work of an order off, or ends it, or notes what is for us alone, in a way that nobody can see: the `revision` stays
 * and nobody is told. The work is queued all the same.
 * @returns the order afterwards, or undefined when it was not as the guard has it
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

export type OrderChanges = readonly [OrderChange, ...OrderChange[]]

/**
 * A change that is written, perhaps in a transaction that has yet to commit, and that nobody has heard of. `tell` is all
 * that can be done with it, and the only way to the order as it is now.
 */
export type PendingEvent = { publish(moved?: UpdatedWallets): Promise<OrderDoc> }

/**
 * Writes changes for who runs a transaction of their own, as a look at a payment does.
 * @param isVisible false where nobody can see what a single edit changes, such as that a payment was asked about
 */
export async function writeInTransaction(
  deps: PublishDeps,
  order: OrderDoc,
  { changes, tx, isVisible = true }: Writing,
): Promise<PendingEvent | undefined> {
  let after: OrderDoc | undefined = order
  for (const change of changes) after = after && (await write(after, change, { tx, isVisible }))
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

type Ended = { before: OrderDoc; after: OrderDoc; tx: ClientSession | undefined }

/** Where a second delivery ends, the first order hears of it in the same transaction, whatever ended it. */
async function writeOriginal(deps: PublishDeps, { before, after, tx }: Ended): Promise<PendingEvent | undefined> {
  if (!isRedelivery(after) || after.status === before.status) return undefined
  if (!tx) throw new Error(`${after._id} ends a second delivery without a transaction`)
  const change = await originalOrderChange(after, tx)
  return change && writeInTransaction(deps, change.original, { changes: [change.edit], tx })
}

type Writing = { changes: OrderChanges; tx?: ClientSession | undefined; isVisible?: boolean }

async function write(
  order: OrderDoc,
  change: OrderChange,
  how: { tx?: ClientSession | undefined; isVisible: boolean },
): Promise<OrderDoc | undefined> {
  const after = await ('to' in change
    ? transitionWithPoints(order, change, how.tx)
    : compareAndSet(editPatch(order, change, how.isVisible), how.tx))
  const decision = auditedAction(change)
  if (!after || !(change.inSameTransaction || decision)) return after
  if (!how.tx) throw new Error('what is written elsewhere needs a transaction')
  if (decision) await auditStaffAction(how.tx, decision, { before: order, after })
  await change.inSameTransaction?.(how.tx)
  return after
}
