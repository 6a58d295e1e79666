import type { Types } from 'mongoose'
import {
  type SuppliedType,
  type SupplierName,
  supplierAccounts,
  supplierNameFor,
} from '../../../contracts/api-types.ts'
import { unpaidIndex, waitingIndex } from '../model/order-indexes.ts'
import { OrderModel } from '../model/order-model.ts'

/** How many orders of a customer wait for their money. */
export const countUnpaidOrders = (userId: Types.ObjectId): Promise<number> =>
  OrderModel.countDocuments({ status: 'Created', userId }).hint(unpaidIndex)

/**
 * Whether anything bought is neither delivered nor given back. Looks through the open orders alone, which are few: an
 * unpaid one closes within half an hour.
 */
export async function hasOpenOrders(of: { itemid: number } | { productid: string }): Promise<boolean> {
  const what = 'itemid' in of ? { 'item.itemid': of.itemid } : { 'product.productid': of.productid }
  const open = await OrderModel.exists({ status: { $in: ['Created', 'Processing'] }, ...what })
  return open !== null
}

/** What paid orders still need of an account. */
export type SupplierDemand = {
  units: number
  orders: number
  /** Ten-thousandths of the supplier's unit; units without a known price are not in it. */
  cost: number
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

/** Of each type at most this many of the oldest orders are read, and as many of the newest. */
const maxAtEachEnd = 1_000

/**
 * By account, of those for which something waits. Exact for up to two thousand open orders of a type. Beyond that, the
 * orders between the oldest and the newest thousand are counted by the index alone and taken to need what those of the
 * end do that needs more: selling less for a minute is better than selling what cannot be bought.
 */
export async function demandBySupplier(): Promise<Map<SupplierName, SupplierDemand>> {
  const types = Object.values(supplierAccounts).flat()
  const waiting = new Map<SupplierName, SupplierDemand>()
  for (const [index, there] of (await Promise.all(types.map(waitingOfType))).entries()) {
    const account = supplierNameFor(types[index] ?? '')
    if (account && there.units > 0) waiting.set(account, addTo(waiting.get(account), there))
  }
  return waiting
}

async function waitingOfType(apiType: SuppliedType): Promise<SupplierDemand> {
  const open = await OrderModel.countDocuments(openOf(apiType)).hint(waitingIndex)
  const fromOldest = Math.min(open, maxAtEachEnd)
  const fromNewest = Math.min(open - fromOldest, maxAtEachEnd)
  const [oldest, newest] = await Promise.all([
    atOneEnd(apiType, { processingAt: 1 }, fromOldest),
    atOneEnd(apiType, { processingAt: -1 }, fromNewest),
  ])
  const between = open - fromOldest - fromNewest
  const share = between / maxAtEachEnd
  const needed = addTo(oldest, newest)
  return {
    units: needed.units + Math.ceil(share * Math.max(oldest.units, newest.units)),
    orders: needed.orders + Math.ceil(share * Math.max(oldest.orders, newest.orders)),
    cost: needed.cost + Math.ceil(share * Math.max(oldest.cost, newest.cost)),
    oldestAt: needed.oldestAt,
  }
}

const openOf = (apiType: SuppliedType) => ({
  ...{ status: 'Processing' as const, delivery: 'instant' as const, 'item.apiType': apiType },
})

async function atOneEnd(
  apiType: SuppliedType,
  sort: { processingAt: 1 | -1 },
  count: number,
): Promise<SupplierDemand> {
  if (count === 0) return nothing
  const [there] = await OrderModel.aggregate<SupplierDemand>([
    { $match: openOf(apiType) },
    { $sort: sort },
    { $limit: count },
    // An order is large, and little of it is counted.
    {
      $project: { 'units.state': 1, 'units.cost': 1, 'units.supplierOrderId': 1, processingAt: 1 },
    },
    { $unwind: '$units' },
    { $match: { $expr: isNotBought } },
    {
      $group: {
        _id: { order: '$_id', processingAt: '$processingAt' },
        units: { $sum: 1 },
        cost: { $sum: { $toDouble: { $round: [{ $multiply: [cost, 10_000] }] } } },
      },
    },
    {
      $group: {
        _id: null,
        units: { $sum: '$units' },
        orders: { $sum: 1 },
        cost: { $sum: '$cost' },
        oldestAt: { $min: '$_id.processingAt' },
      },
    },
    { $project: { _id: 0 } },
  ]).hint(waitingIndex)
  return there ?? nothing
}

const nothing: SupplierDemand = { units: 0, orders: 0, cost: 0, oldestAt: null }

function addTo(before: SupplierDemand | undefined, one: SupplierDemand): SupplierDemand {
  if (!before) return one
  const times = [before.oldestAt, one.oldestAt].flatMap((at) => at ?? [])
  return {
    units: before.units + one.units,
    orders: before.orders + one.orders,
    cost: before.cost + one.cost,
    oldestAt: times.length > 0 ? new Date(Math.min(...times.map(Number))) : null,
  }
}
