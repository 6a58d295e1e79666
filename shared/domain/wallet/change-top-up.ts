import type { ClientSession } from 'mongoose'
import { type Scheduled, schedule } from '../../platform/due-tasks.ts'
import {
  asFilter,
  type Guard,
  type IncFields,
  type SetFields,
  type Update,
} from '../../platform/typed-update.ts'
import type { Deps } from '../deps.ts'
import { checkTopUpPayment, notifyTopUp } from './jobs.ts'
import type { UpdatedWallets } from './post-entries.ts'
import { publishTopUp, publishWallets } from './publish-wallets.ts'
import { walletAfter } from './record-transaction.ts'
import { type WalletTransactionDoc, WalletTransactionModel } from './wallet-transaction-model.ts'

type PublishDeps = Pick<Deps, 'queues' | 'publisher'>

export type TopUpChange = {
  /** Conditions in addition to the unchanged status. */
  guard: Guard<WalletTransactionDoc>
  set: SetFields<Omit<WalletTransactionDoc, '_id' | 'status' | 'version' | 'revision' | 'history'>>
  inc: IncFields<Omit<WalletTransactionDoc, 'version' | 'revision'>>
  /** The history entry of a status transition. */
  transition?: WalletTransactionDoc['history'][number] & { to: WalletTransactionDoc['status'] }
  /** Tasks that become due. */
  due?: Scheduled<'payment' | 'notify'>
  /** Whether a reader sees a difference; only then `revision` and `updatedAt` change and pages are notified. */
  isVisible: boolean
}

/** A change that is not published yet. `publish`, after the commit, returns the top-up as it is now. */
type PendingEvent = { publish(moved?: UpdatedWallets): Promise<WalletTransactionDoc> }

/**
 * The only write path of a top-up: compares and sets, raises the `revision`, and, on `publish`, updates its page and
 * enqueues its due tasks.
 * @returns undefined when a concurrent update won and nothing was changed
 */
export async function writeTopUp(
  deps: PublishDeps,
  before: WalletTransactionDoc,
  change: TopUpChange & { tx?: ClientSession | undefined },
): Promise<PendingEvent | undefined> {
  const { guard, isVisible, transition, tx } = change
  const filter = asFilter<WalletTransactionDoc>({ ...guard, _id: before._id, version: before.version })
  const after = await WalletTransactionModel.findOneAndUpdate(filter, updateOf(change), {
    returnDocument: 'after',
    timestamps: isVisible,
    ...(tx ? { session: tx } : {}),
  }).lean<WalletTransactionDoc | null>()
  if (!after) return undefined
  return {
    publish: async (moved) => {
      const updated =
        moved && transition ? { ...after, after: walletAfter(moved, after.userId, transition.at) } : after
      if (isVisible) publishTopUp(deps, updated)
      if (moved) publishWallets(deps, moved)
      await enqueueDueTasks(deps, updated)
      return updated
    },
  }
}

function updateOf({ set, inc, transition, due = {}, isVisible }: TopUpChange): Update<WalletTransactionDoc> {
  const scheduled = schedule(due)
  return {
    $set: { ...set, ...scheduled.set, ...(transition && { status: transition.to }) },
    $inc: { ...inc, ...scheduled.inc, version: transition ? 1 : 0, revision: isVisible ? 1 : 0 },
    ...(transition && { $push: { history: transition } }),
  }
}

async function enqueueDueTasks({ queues }: PublishDeps, { _id, due }: WalletTransactionDoc): Promise<void> {
  const { payment, notify } = due
  if (payment.at) await queues.enqueue(checkTopUpPayment, _id, { at: payment.at, seq: payment.seq })
  if (notify.at) await queues.enqueue(notifyTopUp, _id, { at: notify.at, seq: notify.seq })
}
