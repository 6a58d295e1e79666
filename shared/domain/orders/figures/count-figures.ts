import { readSnapshot } from '../../../platform/snapshot.ts'
import type { Clock } from '../../../platform/clock.ts'
import { countersAt } from './figure-rules.ts'
import { OrderCountersModel } from './figures-model.ts'
import { readEndedOrders } from './read-ends.ts'

/** How often all ended orders are counted. */
export const recountEveryMs = 3_600_000

/** What ended so long ago is written for sure, however slow its process was. */
const settledMs = 5 * 60_000

/**
 * Counts all orders that have ended, anew each time, so that the figures start from something that cannot drift. Whoever
 * asks for the figures adds what has ended since (`orderStats`).
 */
export async function recountOrders({ clock }: { clock: Clock }): Promise<void> {
  const countedAt = clock.now()
  const until = new Date(countedAt.getTime() - settledMs)
  const sums = await readSnapshot(async (snapshot) => {
    const before = await readEndedOrders(snapshot, 'before', until)
    return countersAt({ before, since: await readEndedOrders(snapshot, 'since', until) })
  })
  await OrderCountersModel.updateOne({ _id: 'orders' }, { $set: { until, countedAt, sums } }, { upsert: true })
}
