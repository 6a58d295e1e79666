import type { ItemDeliveryTime } from '../../../contracts/catalogue.ts'
import type { Clock } from '../../../platform/clock.ts'
import { deliveryTimesIndex } from '../model/order-indexes.ts'
import { OrderModel } from '../model/order-model.ts'
import { DeliveryTimeModel, type IDeliveryTime } from './delivery-times-model.ts'

const windowMs = 24 * 3_600_000

/** How often delivery times are measured. */
export const measureEveryMs = 5 * 60_000

/**
 * Measures how quickly each item was delivered, from payment to completion, for orders that a supplier's
 * answer completed.
 */
export async function measureDeliveryTimes({ clock }: { clock: Clock }): Promise<void> {
  const measuredAt = clock.now()
  const times = deliveryTimes(await deliveriesSince(new Date(measuredAt.getTime() - windowMs)))
  if (times.length === 0) return
  await DeliveryTimeModel.bulkWrite(
    times.map(({ itemid, ...time }) => ({
      updateOne: { filter: { _id: itemid }, update: { $set: { ...time, measuredAt } }, upsert: true },
    })),
  )
}

/** Counted from an index alone, without reading orders. */
async function deliveriesSince(from: Date): Promise<MeasuredDelivery[]> {
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

/** The number of an item's orders that took this many seconds from payment to delivery. */
export type MeasuredDelivery = { itemid: number; seconds: number; orders: number }

/** Half of an item's orders were delivered within `medianSeconds`, nine of ten within `p90Seconds`. */
type DeliveryTime = { itemid: number; orders: number; medianSeconds: number; p90Seconds: number }

/** With fewer orders a single slow delivery would determine the value. */
export const minOrders = 20

/** Pure. The delivery time of each item with enough orders. */
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
        medianSeconds: secondsToDeliver(sorted, orders * 0.5),
        p90Seconds: secondsToDeliver(sorted, orders * 0.9),
      },
    ]
  })
}

/** The fewest seconds within which that many orders were delivered; at least 1. */
function secondsToDeliver(sorted: readonly MeasuredDelivery[], target: number): number {
  let delivered = 0
  for (const { seconds, orders } of sorted) {
    delivered += orders
    // 0.9 × 30 is 27.000000000000004 in floating point.
    if (delivered >= target - 1e-9) return Math.max(1, seconds)
  }
  return Math.max(1, sorted.at(-1)?.seconds ?? 1)
}

/** An older measurement says nothing about today, or about an item that is not sold any more. */
const maxAgeMs = 3 * measureEveryMs

/** The delivery times of these items, by id; items without a current measurement are left out. */
export async function deliveryTimesOf(
  { clock }: { clock: Clock },
  itemids: readonly number[],
): Promise<Map<number, ItemDeliveryTime>> {
  const since = new Date(clock.now().getTime() - maxAgeMs)
  const found = await DeliveryTimeModel.find({ _id: { $in: itemids } }).lean<IDeliveryTime[]>()
  return new Map(
    found
      .filter(({ measuredAt }) => measuredAt >= since)
      .map(({ _id, orders, medianSeconds, p90Seconds }) => [_id, { orders, medianSeconds, p90Seconds }]),
  )
}
