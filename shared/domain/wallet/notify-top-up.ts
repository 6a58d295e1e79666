import { earliest, nextTask } from '../../platform/due-tasks.ts'
import type { SetFields } from '../../platform/typed-update.ts'
import type { Deps } from '../deps.ts'
import { notifyCustomer } from '../notifications/index.ts'
import { notifyTopUp } from './jobs.ts'
import { type MovementDoc, MovementModel } from './movement-model.ts'
import { topUpNotifications } from './top-up-notices.ts'
import { walletBalancePaise } from './wallet-balance.ts'

/** Tells the customer what money has come for a top-up, each once. What could not be sent comes back later. */
export async function notifyTopUpReceived(
  deps: Pick<Deps, 'mail' | 'sms' | 'clock' | 'log' | 'env' | 'queues'>,
  movementId: string,
  seq: number,
): Promise<void> {
  const movement = await MovementModel.findById(movementId).lean<MovementDoc | null>()
  if (movement?.due.notify.seq !== seq || movement.due.notify.at === null) return
  const currentNotifications = async () => topUpNotifications(movement, await walletBalancePaise(String(movement.userId)))
  const again: (Date | undefined)[] = []
  for (const notification of await currentNotifications()) {
    const { kind, dedupeKey } = notification
    const { againAt } = await notifyCustomer(deps, notification, async () =>
      (await currentNotifications()).find((one) => one.kind === kind && one.dedupeKey === dedupeKey),
    )
    again.push(againAt)
  }
  const next = nextTask(movement.due.notify, earliest(again))
  const taken = await MovementModel.updateOne(
    { _id: movement._id, 'due.notify.seq': seq },
    { $set: { 'due.notify': next } satisfies SetFields<MovementDoc> },
    { timestamps: false },
  )
  if (next.at && taken.modifiedCount === 1) {
    await deps.queues.enqueue(notifyTopUp, movement._id, { at: next.at, seq: next.seq })
  }
}
