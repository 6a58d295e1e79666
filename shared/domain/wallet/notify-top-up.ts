import { nextLane } from '../../platform/due.ts'
import type { Deps } from '../deps.ts'
import { notifyCustomer } from '../notifications/index.ts'
import { type MovementDoc, MovementModel } from './movement-model.ts'
import { walletBalancePaise } from './wallet-balance.ts'

/** Tells the customer that a top-up has arrived, once. */
export async function notifyTopUpReceived(
  deps: Pick<Deps, 'mail' | 'sms' | 'clock' | 'log' | 'env'>,
  movementId: string,
  seq: number,
): Promise<void> {
  const movement = await MovementModel.findById(movementId).lean<MovementDoc | null>()
  if (movement?.due.notify.seq !== seq || movement.due.notify.at === null) return
  await notifyCustomer(deps, {
    kind: 'topup_received',
    ref: movement._id,
    to: movement.customer,
    facts: {
      amountPaise: movement.amountPaise,
      balancePaise: await walletBalancePaise(String(movement.userId)),
    },
  })
  await MovementModel.updateOne(
    { _id: movement._id, 'due.notify.seq': seq },
    { $set: { 'due.notify': nextLane(movement.due.notify, null) } },
  )
}
