import type { ClientSession } from 'mongoose'
import { longSnapshotOptions } from '../../../platform/snapshot.ts'
import { orderCountersIndex } from '../order-indexes.ts'
import { OrderModel } from '../order-model.ts'
import type { EndedOrders } from './figure-rules.ts'

/**
 * Orders by how they ended, from an index alone: no order is read.
 * @param when whether their last end was before `until`, or not
 */
export function readEndedOrders(snapshot: ClientSession, when: 'before' | 'since', until: Date): Promise<EndedOrders[]> {
  const range = when === 'before' ? { $lt: until } : { $gte: until }
  // With the index's own condition, without which MongoDB does not use it.
  const isEnded = { 'ended.at': { $gt: new Date(0), ...range } }
  const wasBefore = { $lt: [{ $ifNull: ['$ended.previous.at', until] }, until] }
  return OrderModel.aggregate<EndedOrders>(
    [
      { $match: isEnded },
      {
        $group: {
          _id: { status: '$status', previous: { $cond: [wasBefore, '$ended.previous.status', null] } },
          count: { $sum: 1 },
          paise: { $sum: '$pricePaise' },
        },
      },
      { $project: { _id: 0, status: '$_id.status', previous: '$_id.previous', count: 1, paise: 1 } },
    ],
    longSnapshotOptions(snapshot),
  ).hint(orderCountersIndex)
}
