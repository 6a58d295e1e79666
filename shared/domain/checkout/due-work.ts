import type { DueWork } from '../../platform/due.ts'
import type { Deps } from '../deps.ts'
import { pausedUntil } from '../fulfilment/index.ts'
import { checkOrderPayment, fulfilOrderJob, notifyOrderJob, OrderModel } from '../orders/index.ts'
import { breakerAccount } from '../payments/index.ts'
import { checkTopUpPayment, MovementModel, notifyTopUp } from '../wallet/index.ts'

/** Every kind of work that a document can owe. A test holds it against the job handlers. */
export const dueWork: readonly DueWork[] = [
  { model: OrderModel, lane: 'due.payment', job: checkOrderPayment },
  { model: OrderModel, lane: 'due.fulfil', job: fulfilOrderJob },
  { model: OrderModel, lane: 'due.notify', job: notifyOrderJob },
  { model: MovementModel, lane: 'due.payment', job: checkTopUpPayment },
  { model: MovementModel, lane: 'due.notify', job: notifyTopUp },
]

/** Whether work of this kind waits, untouched, because whom it would ask does not answer. */
export async function isPaused(
  deps: Pick<Deps, 'redis' | 'env' | 'clock' | 'log' | 'gateway'>,
  { lane }: DueWork,
): Promise<boolean> {
  if (lane !== 'due.payment') return false
  return (await pausedUntil(deps, breakerAccount(deps.gateway.name))) !== undefined
}
