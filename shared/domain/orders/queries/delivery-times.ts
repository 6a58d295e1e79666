import type { ItemDeliveryTime } from '../../../contracts/catalogue.ts'
import type { Clock } from '../../../platform/clock.ts'
import { deliveryTimesIndex } from '../model/order-indexes.ts'
import { OrderModel } from '../model/order-model.ts'
import { DeliveryTimeModel, type IDeliveryTime } from './delivery-times-model.ts'

const windowMs = 24 * 3_600_000

/** How often it is counted. */
export const measureEveryMs = 5 * 60_000

/** Counts how quickly each item came, from the payment to the delivery, where a supplier's answer completed the order. */
export async function measureDeliveryTimes({ clock }: { clock: Clock }): Promise<void> {
  const measuredAt = clock.now()
  const times = deliveryTimes(await tookSince(new Date(measuredAt.getTime() - windowMs)))
  if (times.length === 0) return
  await DeliveryTimeModel.bulkWrite(
    times.map(({ itemid, ...time }) => ({
      updateOne: { filter: { _id: itemid }, update: { $set: { ...time, measuredAt } }, upsert: true },
    })),
  )
}

/** From an index alone, which holds all that is counted: no order is read. */
async function tookSince(from: Date): Promise<MeasuredDelivery[]> {
  const tookMs = { $subtract: ['$completedAt', '$processingAt'] }
  const rows = await OrderModel.aggregate<{ _id: { itemid: number; seconds: number }; orders: number }>([
    { $match: { completedAt: { $gte: from }, 'ended.by': 'supplier', processingAt: { $gt: new Date(0) } } },
    {
      $group: {
        _id: { itemid: '$item.itemid', seconds: { $ceil: { $divide: [tookMs, 1_000] } } },
        orders: { $sum: 1 },
      },
    },
  ]).hint(deliveryTimesIndex)
  return rows.map(({ _id, orders }) => ({ ..._id, orders }))
}

/** How many orders of an item took so many seconds from the payment to the delivery. */
export type MeasuredDelivery = { itemid: number; seconds: number; orders: number }

/** What is promised of an item: half of its orders came within `medianSeconds` seconds, nine of ten within `p90Seconds`. */
type DeliveryTime = { itemid: number; orders: number; medianSeconds: number; p90Seconds: number }

/** Of fewer nothing is said: one slow delivery would be the whole figure. */
export const minOrders = 20

/** Pure. The pace of each item that was sold often enough. */
export function deliveryTimes(all: readonly MeasuredDelivery[]): DeliveryTime[] {
  const byItem = Map.groupBy(all, ({ itemid }) => itemid)
  return [...byItem].flatMap(([itemid, took]) => {
    const orders = took.reduce((sum, one) => sum + one.orders, 0)
    if (orders < minOrders) return []
    const sorted = took.toSorted((a, b) => a.seconds - b.seconds)
    return [
      {
        itemid,
        orders,
        medianSeconds: within(sorted, orders * 0.5),
        p90Seconds: within(sorted, orders * 0.9),
      },
    ]
  })
}

/** The fewest seconds in which so many of them came; never none at all. */
function within(sorted: readonly MeasuredDelivery[], wanted: number): number {
  let come = 0
  for (const { seconds, orders } of sorted) {
    come += orders
    // Nine tenths of 30 are 27.000000000000004 in a computer's numbers.
    if (come >= wanted - 1e-9) return Math.max(1, seconds)
  }
  return Math.max(1, sorted.at(-1)?.seconds ?? 1)
}

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
