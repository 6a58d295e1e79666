import { atOneMoment } from '../../../platform/at-one-moment.ts'
import type { Clock } from '../../../platform/clock.ts'
import { stoodThen } from './figure-rules.ts'
import { FiguresModel } from './figures-model.ts'
import { readEnds } from './read-ends.ts'

/** How often all ended orders are counted. */
export const figuresEveryMs = 3_600_000

/** What ended so long ago is written for sure, however slow its process was. */
const settledMs = 5 * 60_000

/**
 * Counts all orders that have ended, anew each time, so that the figures start from something that cannot drift. Whoever
 * asks for the figures adds what has ended since (`orderStats`).
 */
export async function countFigures({ clock }: { clock: Clock }): Promise<void> {
  const countedAt = clock.now()
  const until = new Date(countedAt.getTime() - settledMs)
  const sums = await atOneMoment(async (session) => {
    const before = await readEnds(session, 'before', until)
    return stoodThen({ before, since: await readEnds(session, 'since', until) })
  })
  await FiguresModel.updateOne({ _id: 'orders' }, { $set: { until, countedAt, sums } }, { upsert: true })
}
