import type { ClientSession } from 'mongoose'
import { inTransaction, unlessSomeoneWasFirst } from '../../../platform/mongo.ts'
import type { Deps } from '../../deps.ts'
import type { MovedWallets } from '../../wallet/index.ts'
import type { OrderDoc } from '../order-model.ts'
import { firstAfter } from '../redelivery/first-order.ts'
import { isRedelivery } from '../redelivery/redelivery-rules.ts'
import { auditDecision, decisionOf } from './audit-decision.ts'
import { commitPlain, isPlain, type OrderStep } from './commit-plain.ts'
import { type Edit, editWrite } from './edit-order.ts'
import { moveWithPoints } from './move-with-points.ts'
import { queueDueWork } from './queue-due-work.ts'
import { type TellDeps, tellOrder } from './tell-order.ts'
import { writeOne } from './write-order.ts'

/**
 * The one way to change an order that exists: compares and sets, raises the `revision`, queues the work it made due and
 * shows it to everyone who looks.
 * @returns the order afterwards, or undefined when it had moved on and nothing was changed
 */
export async function changeOrder(
  deps: TellDeps,
  order: OrderDoc,
  step: OrderStep,
): Promise<OrderDoc | undefined> {
  if (isPlain(order, step)) {
    const after = await commitPlain({ order, step, isSeen: true })
    if (after) await tellOrder(deps, { after, before: order, by: step.actor ?? '' })
    return after
  }
  const written = await inTransaction((session) => writeOrder(deps, order, { steps: [step], session }))
  return written?.tell()
}

/**
 * The same where money moves with it: steps and postings in one transaction, and all is told after its commit.
 * @param steps one or more, each upon what the one before it has left
 * @param post moves the money; a cause that was posted before means that someone else was first
 */
export async function changeOrderWithMoney(
  deps: TellDeps,
  order: OrderDoc,
  { steps, post }: { steps: OrderSteps; post(session: ClientSession): Promise<MovedWallets> },
): Promise<OrderDoc | undefined> {
  const done = await unlessSomeoneWasFirst(() =>
    inTransaction(async (session) => {
      const written = await writeOrder(deps, order, { steps, session })
      return written && { written, moved: await post(session) }
    }),
  )
  return done?.written.tell(done.moved)
}

/**
 * Puts work of an order off, or ends it, or notes what is for us alone, in a way that nobody can see: the `revision` stays
 * and nobody is told. The work is queued all the same.
 * @returns the order afterwards, or undefined when it was not as the guard has it
 */
export async function putOffWork(
  deps: Pick<Deps, 'queues'>,
  order: OrderDoc,
  edit: Pick<Edit, 'guard' | 'due' | 'set'>,
): Promise<OrderDoc | undefined> {
  const after = await commitPlain({ order, step: edit, isSeen: false })
  if (after) await queueDueWork(deps, after, order)
  return after
}

export type OrderSteps = readonly [OrderStep, ...OrderStep[]]

/**
 * A change that is written, perhaps in a transaction that has yet to commit, and that nobody has heard of. `tell` is all
 * that can be done with it, and the only way to the order as it is now.
 */
export type Untold = { tell(moved?: MovedWallets): Promise<OrderDoc> }

/**
 * Writes steps for who runs a transaction of their own, as a look at a payment does.
 * @param isSeen false where nobody can see what a single edit changes, such as that a payment was asked about
 */
export async function writeOrder(
  deps: TellDeps,
  order: OrderDoc,
  { steps, session, isSeen = true }: Writing,
): Promise<Untold | undefined> {
  let after: OrderDoc | undefined = order
  for (const step of steps) after = after && (await write(after, step, { session, isSeen }))
  if (!after) return undefined
  const told = after
  const by = steps.at(-1)?.actor ?? ''
  const first = await writeFirst(deps, { before: order, after, session })
  return {
    tell: async (moved) => {
      await first?.tell()
      if (isSeen) await tellOrder(deps, { after: told, before: order, by, moved })
      else await queueDueWork(deps, told, order)
      return told
    },
  }
}

type Ended = { before: OrderDoc; after: OrderDoc; session: ClientSession | undefined }

/** Where a second delivery ends, the first order hears of it in the same transaction, whatever ended it. */
async function writeFirst(deps: TellDeps, { before, after, session }: Ended): Promise<Untold | undefined> {
  if (!isRedelivery(after) || after.status === before.status) return undefined
  if (!session) throw new Error(`${after._id} ends a second delivery without a transaction`)
  const change = await firstAfter(after, session)
  return change && writeOrder(deps, change.first, { steps: [change.edit], session })
}

type Writing = { steps: OrderSteps; session?: ClientSession | undefined; isSeen?: boolean }

async function write(
  order: OrderDoc,
  step: OrderStep,
  how: { session?: ClientSession | undefined; isSeen: boolean },
): Promise<OrderDoc | undefined> {
  const after = await ('to' in step
    ? moveWithPoints(order, step, how.session)
    : writeOne(editWrite(order, step, how.isSeen), how.session))
  const decision = decisionOf(step)
  if (!after || !(step.also || decision)) return after
  if (!how.session) throw new Error('what is written elsewhere needs a transaction')
  if (decision) await auditDecision(how.session, decision, { before: order, after })
  await step.also?.(how.session)
  return after
}
