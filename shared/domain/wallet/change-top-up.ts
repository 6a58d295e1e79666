import type { ClientSession } from 'mongoose'
import { type Scheduled, schedule } from '../../platform/due-tasks.ts'
import { asFilter, type SetFields, type Guard, type IncFields, type Update } from '../../platform/typed-update.ts'
import type { Deps } from '../deps.ts'
import { publishTopUp, publishWallets } from './publish-wallets.ts'
import { checkTopUpPayment, notifyTopUp } from './jobs.ts'
import { type MovementDoc, MovementModel } from './movement-model.ts'
import type { MovedWallets } from './post-entries.ts'
import { walletAfter } from './record-movement.ts'

type PublishDeps = Pick<Deps, 'queues' | 'publisher'>

export type TopUpChange = {
  /** What must still hold, beside that the status has not moved since the top-up was read. */
  guard: Guard<MovementDoc>
  set: SetFields<Omit<MovementDoc, '_id' | 'status' | 'version' | 'revision' | 'history'>>
  inc: IncFields<Omit<MovementDoc, 'version' | 'revision'>>
  /** The row of a move to another status. */
  move?: MovementDoc['history'][number] & { to: MovementDoc['status'] }
  /** Work that is due from now on. */
  due?: Scheduled<'payment' | 'notify'>
  /** Whether anybody could see a difference; only then the `revision` rises, `updatedAt` moves and pages are told. */
  isVisible: boolean
}

/** A change that nobody has heard of. `tell`, after the commit, is the only way to the top-up as it is now. */
type PendingEvent = { publish(moved?: MovedWallets): Promise<MovementDoc> }

/**
 * The one way to change a top-up: compares and sets, raises the `revision`, and, with `tell`, shows it to its page and
 * queues the work it made due.
 * @returns undefined when it had moved on and nothing was changed
 */
export async function writeTopUp(
  deps: PublishDeps,
  before: MovementDoc,
  change: TopUpChange & { session?: ClientSession | undefined },
): Promise<PendingEvent | undefined> {
  const { guard, isVisible, move, session } = change
  const filter = asFilter<MovementDoc>({ ...guard, _id: before._id, version: before.version })
  const after = await MovementModel.findOneAndUpdate(filter, updateOf(change), {
    returnDocument: 'after',
    timestamps: isVisible,
    ...(session ? { session } : {}),
  }).lean<MovementDoc | null>()
  if (!after) return undefined
  return {
    publish: async (moved) => {
      const told = moved && move ? { ...after, after: walletAfter(moved, after.userId, move.at) } : after
      if (isVisible) publishTopUp(deps, told)
      if (moved) publishWallets(deps, moved)
      await enqueueDueTasks(deps, told)
      return told
    },
  }
}

function updateOf({ set, inc, move, due = {}, isVisible }: TopUpChange): Update<MovementDoc> {
  const scheduled = schedule(due)
  return {
    $set: { ...set, ...scheduled.set, ...(move && { status: move.to }) },
    $inc: { ...inc, ...scheduled.inc, version: move ? 1 : 0, revision: isVisible ? 1 : 0 },
    ...(move && { $push: { history: move } }),
  }
}

async function enqueueDueTasks({ queues }: PublishDeps, { _id, due }: MovementDoc): Promise<void> {
  const { payment, notify } = due
  if (payment.at) await queues.enqueue(checkTopUpPayment, _id, { at: payment.at, seq: payment.seq })
  if (notify.at) await queues.enqueue(notifyTopUp, _id, { at: notify.at, seq: notify.seq })
}
