import { nextLane } from '../../platform/due.ts'
import type { Fields } from '../../platform/typed-update.ts'
import type { Deps } from '../deps.ts'
import { type Notice, notifyCustomer } from '../notifications/index.ts'
import { notifyTopUp } from './jobs.ts'
import { type MovementDoc, MovementModel } from './movement-model.ts'
import { walletBalancePaise } from './wallet-balance.ts'

/** Tells the customer that a top-up has arrived, once. What could not be sent comes back later. */
export async function notifyTopUpReceived(
  deps: Pick<Deps, 'mail' | 'sms' | 'clock' | 'log' | 'env' | 'queues'>,
  movementId: string,
  seq: number,
): Promise<void> {
  const movement = await MovementModel.findById(movementId).lean<MovementDoc | null>()
  if (movement?.due.notify.seq !== seq || movement.due.notify.at === null) return
  const { againAt } = await notifyCustomer(deps, await noticeOf(movement), () => noticeOf(movement))
  const next = nextLane(movement.due.notify, againAt ?? null)
  const taken = await MovementModel.updateOne(
    { _id: movement._id, 'due.notify.seq': seq },
    { $set: { 'due.notify': next } satisfies Fields<MovementDoc> },
  )
  if (next.at && taken.modifiedCount === 1) {
    await deps.queues.enqueue(notifyTopUp, movement._id, { at: next.at, seq: next.seq })
  }
}

/** With the balance of the moment. */
const noticeOf = async (movement: MovementDoc): Promise<Notice> => ({
  kind: 'topup_received',
  ref: movement._id,
  to: movement.customer,
  facts: {
    amountPaise: movement.amountPaise,
    balancePaise: await walletBalancePaise(String(movement.userId)),
  },
})
