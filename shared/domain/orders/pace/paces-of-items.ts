import type { ItemDeliveryTime } from '../../../contracts/catalogue.ts'
import type { Clock } from '../../../platform/clock.ts'
import { measureEveryMs } from './measure-paces.ts'
import { type IDeliveryTime, DeliveryTimeModel } from './pace-model.ts'

/** A figure that was not counted again for so long is no promise of today, or of an item that is sold no more. */
const goodForMs = 3 * measureEveryMs

/** How quickly these items come, by their numbers; those of which nothing is measured are not there. */
export async function deliveryTimesOf(
  { clock }: { clock: Clock },
  itemids: readonly number[],
): Promise<Map<number, ItemDeliveryTime>> {
  const since = new Date(clock.now().getTime() - goodForMs)
  const found = await DeliveryTimeModel.find({ _id: { $in: itemids } }).lean<IDeliveryTime[]>()
  return new Map(
    found
      .filter(({ measuredAt }) => measuredAt >= since)
      .map(({ _id, orders, medianSeconds, p90Seconds }) => [_id, { orders, medianSeconds, p90Seconds }]),
  )
}
