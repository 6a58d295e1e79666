import type { Deps } from '../../deps.ts'
import { publishWallets, type UpdatedWallets } from '../../wallet/index.ts'
import type { OrderDoc } from '../order-model.ts'
import { publishOrderEvents } from './announce-order.ts'
import { enqueueDueTasks } from './queue-due-work.ts'

export type PublishDeps = Pick<Deps, 'clock' | 'queues' | 'publisher'>

/** An order after a change. `before` tells what was queued already; `by` who did it; `moved` which wallets did. */
export type OrderPublication = { after: OrderDoc; before?: OrderDoc; by?: string; moved?: UpdatedWallets | undefined }

/** Shows an order to everyone who looks, and queues what a change made due: nobody waits for the queue. Called after the commit. */
export async function publishOrder(deps: PublishDeps, { after, before, by, moved }: OrderPublication): Promise<void> {
  publishOrderEvents(deps, after, by)
  if (moved) publishWallets(deps, moved)
  await enqueueDueTasks(deps, after, before)
}
