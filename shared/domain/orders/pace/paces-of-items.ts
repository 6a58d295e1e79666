import type { ItemPace } from '../../../contracts/catalogue.ts'
import type { Clock } from '../../../platform/clock.ts'
import { paceEveryMs } from './measure-paces.ts'
import { type IPace, PaceModel } from './pace-model.ts'

/** A figure that was not counted again for so long is no promise of today, or of an item that is sold no more. */
const goodForMs = 3 * paceEveryMs

/** How quickly these items come, by their numbers; those of which nothing is measured are not there. */
export async function pacesOfItems(
  { clock }: { clock: Clock },
  itemids: readonly number[],
): Promise<Map<number, ItemPace>> {
  const since = new Date(clock.now().getTime() - goodForMs)
  const found = await PaceModel.find({ _id: { $in: itemids } }).lean<IPace[]>()
  return new Map(
    found
      .filter(({ measuredAt }) => measuredAt >= since)
      .map(({ _id, orders, medianSeconds, p90Seconds }) => [_id, { orders, medianSeconds, p90Seconds }]),
  )
}
