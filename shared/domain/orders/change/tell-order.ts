import type { Deps } from '../../deps.ts'
import { announceWallets, type MovedWallets } from '../../wallet/index.ts'
import type { OrderDoc } from '../order-model.ts'
import { announceOrder } from './announce-order.ts'
import { queueDueWork } from './queue-due-work.ts'

export type TellDeps = Pick<Deps, 'clock' | 'queues' | 'publisher'>

/** An order after a change. `before` tells what was queued already; `by` who did it; `moved` which wallets did. */
export type Told = { after: OrderDoc; before?: OrderDoc; by?: string; moved?: MovedWallets | undefined }

/** Queues what a change made due, then shows it to everyone who looks. Called after the commit. */
export async function tellOrder(deps: TellDeps, { after, before, by, moved }: Told): Promise<void> {
  await queueDueWork(deps, after, before)
  announceOrder(deps, after, by)
  if (moved) announceWallets(deps, moved)
}
