import type { ClientSession } from 'mongoose'
import { groupCommit } from '../../../platform/group-commit.ts'
import { ignoreDuplicate, inTransaction } from '../../../platform/mongo.ts'
import type { Deps } from '../../deps.ts'
import { postPointGains } from '../../points/index.ts'
import type { UpdatedWallets } from '../../wallet/index.ts'
import type { OrderDoc } from '../model/order-model.ts'
import { isRedelivery } from '../rules/redelivery-rules.ts'
import { compareAndSet, compareAndSetEach, writeBatched, writeDelayed } from './compare-and-set.ts'
import { lateDue } from './late-points.ts'
import { originalOrderChange } from './original-order.ts'
import { enqueueDueTasks, type PublishDeps, publishOrder } from './publish-order.ts'
import { auditedAction, auditStaffAction } from './staff-action.ts'
import { editPatch, type OrderEdit, type Transition, transitionPatch } from './transition-order.ts'
import { affectsPoints, earningTransition, transitionWithPoints } from './transition-points.ts'

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
async function writeOriginal(
  deps: PublishDeps,
  { before, after, tx }: Ended,
): Promise<PendingEvent | undefined> {
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

/** One change of an order: a move of its status, or a change of anything else. */
export type OrderChange = Transition | OrderEdit

/** @param isVisible false where nobody can see what an edit changes */
type Plain = { order: OrderDoc; change: OrderChange; isVisible: boolean }

/** Whether a change writes its order alone, and the points that a completion earns. */
function isSingleDocument(order: OrderDoc, change: OrderChange): boolean {
  if (change.inSameTransaction !== undefined || auditedAction(change) !== undefined) return false
  if (!('to' in change)) return true
  return !isRedelivery(order) && (change.to === 'Completed' || !affectsPoints(order, change))
}

/**
 * Writes a plain change. Steps of several orders that come at the same time share a command, or a transaction where
 * points are earned.
 * @returns the order afterwards, or undefined when it had moved on
 */
function commitSingle({ order, change, isVisible }: Plain): Promise<OrderDoc | undefined> {
  if (!('to' in change)) {
    const write = isVisible ? writeBatched : writeDelayed
    return write({ before: order, write: editPatch(order, change, isVisible) })
  }
  if (!affectsPoints(order, change))
    return writeBatched({ before: order, write: transitionPatch(order, change) })
  // The limit of a customer's day needs a transaction of its own.
  return lateDue(order, change) > 0 ? earnAlone({ order, change }) : commitEarning({ order, change })
}

type Earning = { order: OrderDoc; change: Transition }

/** Who is not as it was read is asked about anew, by its guard alone. */
async function commitEarning(earning: Earning): Promise<OrderDoc | undefined> {
  const after = await commitAsRead(earning)
  return after === 'not_as_read' ? earnAlone(earning) : after
}

const earnAlone = ({ order, change }: Earning) =>
  inTransaction((tx) => transitionWithPoints(order, change, tx))

const commitAsRead = groupCommit<Earning, OrderDoc | 'not_as_read' | undefined>({
  one: earnAlone,
  many: async (tx, earnings) => {
    const planned = earnings.map(planOf)
    const orders = await compareAndSetEach(tx, planned)
    await postPointGains(
      tx,
      planned.flatMap(({ gains }, index) => (orders[index] ? gains : [])),
    )
    return orders.map((order) => order ?? 'not_as_read')
  },
  keyOf: ({ order }) => order._id,
})

function planOf({ order, change }: Earning) {
  const { write, posts } = earningTransition(order, change)
  return { before: order, write, gains: posts.map((move) => ({ move, at: change.at })) }
}

/**
 * Moves an order to Completed.
 * @returns the order afterwards, or undefined when it had moved on
 */
export function completeOrder(
  deps: PublishDeps,
  order: OrderDoc,
  completion: Omit<Transition, 'to' | 'at'>,
): Promise<OrderDoc | undefined> {
  return changeOrder(deps, order, { ...completion, to: 'Completed', at: deps.clock.now() })
}
