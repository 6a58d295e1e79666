import type { Types } from 'mongoose'
import {
  type SuppliedType,
  type SupplierName,
  supplierAccounts,
  supplierNameFor,
} from '../../../contracts/api-types.ts'
import { unpaidIndex, waitingIndex } from '../model/order-indexes.ts'
import { OrderModel } from '../model/order-model.ts'

/** The number of a customer's unpaid orders. */
export const countUnpaidOrders = (userId: Types.ObjectId): Promise<number> =>
  OrderModel.countDocuments({ status: 'Created', userId }).hint(unpaidIndex)

/**
 * Whether an open order exists for the item or product. Reads only open orders, which are few: an unpaid one
 * expires within half an hour.
 */
export async function hasOpenOrders(target: { itemid: number } | { productid: string }): Promise<boolean> {
  const filter =
    'itemid' in target ? { 'item.itemid': target.itemid } : { 'product.productid': target.productid }
  const open = await OrderModel.exists({ status: { $in: ['Created', 'Processing'] }, ...filter })
  return open !== null
}

/** What paid orders still have to buy from an account. */
export type SupplierDemand = {
  units: number
  orders: number
  /** In ten-thousandths of the supplier's currency, without units of unknown price. */
  cost: number
  oldestAt: Date | null
}

/**
 * A purchase that the supplier has accepted is bought; one that may have been bought counts as not bought.
 */
const isNotYetBought = {
  $or: [
    { $in: ['$units.state', ['planned', 'unknown']] },
    { $and: [{ $eq: ['$units.state', 'sending'] }, { $eq: ['$units.supplierOrderId', ''] }] },
  ],
}
const cost = { $convert: { input: '$units.cost', to: 'decimal', onError: 0, onNull: 0 } }

/** The number of oldest and of newest orders that are read of each API type. */
const maxAtEachEnd = 1_000

/**
 * The demand of each account that has any. It is exact up to two thousand open orders of an API type. Beyond
 * that, the orders between the oldest and the newest thousand are counted from the index alone and estimated
 * like the end that needs more: selling less for a minute is better than selling what cannot be bought.
 */
export async function demandBySupplier(): Promise<Map<SupplierName, SupplierDemand>> {
  const demands = new Map<SupplierName, SupplierDemand>()
  for (const { apiType, demand } of await Promise.all((await countOpenByType()).map(demandOfType))) {
    const account = supplierNameFor(apiType)
    if (account && demand.units > 0) demands.set(account, addDemand(demands.get(account), demand))
  }
  return demands
}

type OpenOfType = { apiType: SuppliedType; open: number }

/** The number of open orders of each API type that has any, from the index alone. */
const countOpenByType = (): Promise<OpenOfType[]> =>
  OrderModel.aggregate<OpenOfType>([
    { $match: openOf({ $in: Object.values(supplierAccounts).flat() }) },
    { $group: { _id: '$item.apiType', open: { $sum: 1 } } },
    { $project: { _id: 0, apiType: '$_id', open: 1 } },
  ]).hint(waitingIndex)

async function demandOfType({ apiType, open }: OpenOfType) {
  const fromOldest = Math.min(open, maxAtEachEnd)
  const fromNewest = Math.min(open - fromOldest, maxAtEachEnd)
  const [oldest, newest] = await Promise.all([
    demandAtEnd(apiType, { processingAt: 1 }, fromOldest),
    demandAtEnd(apiType, { processingAt: -1 }, fromNewest),
  ])
  const between = open - fromOldest - fromNewest
  const share = between / maxAtEachEnd
  const needed = addDemand(oldest, newest)
  const demand: SupplierDemand = {
    units: needed.units + Math.ceil(share * Math.max(oldest.units, newest.units)),
    orders: needed.orders + Math.ceil(share * Math.max(oldest.orders, newest.orders)),
    cost: needed.cost + Math.ceil(share * Math.max(oldest.cost, newest.cost)),
    oldestAt: needed.oldestAt,
  }
  return { apiType, demand }
}

const openOf = <Type>(apiType: Type) => ({
  status: 'Processing' as const,
  delivery: 'instant' as const,
  'item.apiType': apiType,
})

async function demandAtEnd(
  apiType: SuppliedType,
  sort: { processingAt: 1 | -1 },
  count: number,
): Promise<SupplierDemand> {
  if (count === 0) return noDemand
  const [demand] = await OrderModel.aggregate<SupplierDemand>([
    { $match: openOf(apiType) },
    { $sort: sort },
    { $limit: count },
    // Orders are large, and only a few fields are counted.
    {
      $project: { 'units.state': 1, 'units.cost': 1, 'units.supplierOrderId': 1, processingAt: 1 },
    },
    { $unwind: '$units' },
    { $match: { $expr: isNotYetBought } },
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
  return demand ?? noDemand
}

const noDemand: SupplierDemand = { units: 0, orders: 0, cost: 0, oldestAt: null }

function addDemand(before: SupplierDemand | undefined, added: SupplierDemand): SupplierDemand {
  if (!before) return added
  const times = [before.oldestAt, added.oldestAt].flatMap((at) => at ?? [])
  return {
    units: before.units + added.units,
    orders: before.orders + added.orders,
    cost: before.cost + added.cost,
    oldestAt: times.length > 0 ? new Date(Math.min(...times.map(Number))) : null,
  }
}
