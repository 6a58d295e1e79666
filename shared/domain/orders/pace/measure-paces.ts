import type { Clock } from '../../../platform/clock.ts'
import { deliveryTimesIndex } from '../order-indexes.ts'
import { OrderModel } from '../order-model.ts'
import { DeliveryTimeModel } from './pace-model.ts'
import { deliveryTimes, type MeasuredDelivery } from './pace-rules.ts'

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
