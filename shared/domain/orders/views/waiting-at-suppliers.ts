import { type SupplierName, supplierNameFor } from '../../../contracts/api-types.ts'
import { boardIndex } from '../order-indexes.ts'
import { OrderModel } from '../order-model.ts'

/** What paid orders still need of an account. */
export type WaitingThere = {
  packs: number
  orders: number
  /** Ten-thousandths of the supplier's unit; packs without a known price are not in it. */
  points: number
  oldestAt: Date | null
}

/** What the supplier has accepted is bought; what may be bought counts as not yet. */
const isNotBought = {
  $or: [
    { $in: ['$units.state', ['planned', 'unknown']] },
    { $and: [{ $eq: ['$units.state', 'sending'] }, { $eq: ['$units.supplierOrderId', ''] }] },
  ],
}
const cost = { $convert: { input: '$units.cost', to: 'decimal', onError: 0, onNull: 0 } }

/** By account, of those for which something waits. Reads the open orders, and of them those that a supplier delivers. */
export async function waitingAtSuppliers(): Promise<Map<SupplierName, WaitingThere>> {
  const rows = await OrderModel.aggregate<WaitingThere & { _id: string }>([
    { $match: { status: 'Processing', delivery: 'instant' } },
    // An order is large, and little of it is counted.
    {
      $project: {
        ...{ 'units.state': 1, 'units.cost': 1, 'units.supplierOrderId': 1 },
        ...{ 'item.apiType': 1, processingAt: 1 },
      },
    },
    { $unwind: '$units' },
    { $match: { $expr: isNotBought } },
    {
      $group: {
        _id: { order: '$_id', apiType: '$item.apiType', processingAt: '$processingAt' },
        packs: { $sum: 1 },
        points: { $sum: { $toDouble: { $round: [{ $multiply: [cost, 10_000] }] } } },
      },
    },
    {
      $group: {
        _id: '$_id.apiType',
        packs: { $sum: '$packs' },
        orders: { $sum: 1 },
        points: { $sum: '$points' },
        oldestAt: { $min: '$_id.processingAt' },
      },
    },
  ]).hint(boardIndex)
  const waiting = new Map<SupplierName, WaitingThere>()
  for (const { _id, ...there } of rows) {
    const account = supplierNameFor(_id)
    if (account) waiting.set(account, addTo(waiting.get(account), there))
  }
  return waiting
}

function addTo(before: WaitingThere | undefined, one: WaitingThere): WaitingThere {
  if (!before) return one
  const times = [before.oldestAt, one.oldestAt].flatMap((at) => at ?? [])
  return {
    packs: before.packs + one.packs,
    orders: before.orders + one.orders,
    points: before.points + one.points,
    oldestAt: times.length > 0 ? new Date(Math.min(...times.map(Number))) : null,
  }
}
