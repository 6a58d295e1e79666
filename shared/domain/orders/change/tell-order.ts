import type { Deps } from '../../deps.ts'
import { announceWallets, type MovedWallets } from '../../wallet/index.ts'
import type { OrderDoc } from '../order-model.ts'
import { announceOrder } from './announce-order.ts'
import { queueDueWork } from './queue-due-work.ts'

export type TellDeps = Pick<Deps, 'clock' | 'queues' | 'publisher'>

/** An order after a change. `before` tells what was queued already; `by` who did it; `moved` which wallets did. */
export type Told = { after: OrderDoc; before?: OrderDoc; by?: string; moved?: MovedWallets | undefined }

/** Shows an order to everyone who looks, and queues what a change made due: nobody waits for the queue. Called after the commit. */
export async function tellOrder(deps: TellDeps, { after, before, by, moved }: Told): Promise<void> {
  announceOrder(deps, after, by)
  if (moved) announceWallets(deps, moved)
  await queueDueWork(deps, after, before)
}
