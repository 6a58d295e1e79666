import type { Clock } from '../../../platform/clock.ts'
import { paceIndex } from '../order-indexes.ts'
import { OrderModel } from '../order-model.ts'
import { PaceModel } from './pace-model.ts'
import { pacesOf, type Took } from './pace-rules.ts'

const windowMs = 24 * 3_600_000

/** How often it is counted. */
export const paceEveryMs = 5 * 60_000

/** Counts how quickly each item came, from the payment to the delivery, where a supplier's answer completed the order. */
export async function measurePaces({ clock }: { clock: Clock }): Promise<void> {
  const measuredAt = clock.now()
  const paces = pacesOf(await tookSince(new Date(measuredAt.getTime() - windowMs)))
  if (paces.length === 0) return
  await PaceModel.bulkWrite(
    paces.map(({ itemid, ...pace }) => ({
      updateOne: { filter: { _id: itemid }, update: { $set: { ...pace, measuredAt } }, upsert: true },
    })),
  )
}

/** From an index alone, which holds all that is counted: no order is read. */
async function tookSince(from: Date): Promise<Took[]> {
  const tookMs = { $subtract: ['$completedAt', '$processingAt'] }
  const rows = await OrderModel.aggregate<{ _id: { itemid: number; seconds: number }; orders: number }>([
    { $match: { completedAt: { $gte: from }, 'ended.by': 'supplier', processingAt: { $gt: new Date(0) } } },
    {
      $group: {
        _id: { itemid: '$item.itemid', seconds: { $ceil: { $divide: [tookMs, 1_000] } } },
        orders: { $sum: 1 },
      },
    },
  ]).hint(paceIndex)
  return rows.map(({ _id, orders }) => ({ ..._id, orders }))
}
