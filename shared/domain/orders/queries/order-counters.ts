import { type ClientSession, Types } from 'mongoose'
import { toRupees } from '../../../contracts/money.ts'
import type { OrderStatus } from '../../../contracts/order-status.ts'
import type { Clock } from '../../../platform/clock.ts'
import { longSnapshotOptions, readSnapshot } from '../../../platform/snapshot.ts'
import { boardIndex, customerIndex, orderCountersIndex, unpaidIndex } from '../model/order-indexes.ts'
import { OrderModel } from '../model/order-model.ts'
import { type IOrderCounters, OrderCountersModel, type StatusSum } from './order-counters-model.ts'

/** How often all ended orders are counted. */
export const recountEveryMs = 3_600_000

/** An order that ended this long ago has been written, also by a slow process. */
const settledMs = 5 * 60_000

/**
 * Recounts all ended orders from scratch, so that the counters cannot drift. Readers add what has ended since
 * (`orderStats`).
 */
export async function recountOrders({ clock }: { clock: Clock }): Promise<void> {
  const countedAt = clock.now()
  const until = new Date(countedAt.getTime() - settledMs)
  const sums = await readSnapshot(async (snapshot) => {
    const before = await readEndedOrders(snapshot, 'before', until)
    return countersAt({ before, since: await readEndedOrders(snapshot, 'since', until) })
  })
  await OrderCountersModel.updateOne(
    { _id: 'orders' },
    { $set: { until, countedAt, sums } },
    { upsert: true },
  )
}

/** Ended orders of one kind. `previous`: their end before the splitting time, if they had one. */
export type EndedOrders = { status: OrderStatus; previous: OrderStatus | null; count: number; paise: number }

/** Ended orders, split by whether their last end was before a time. */
type SplitEndedOrders = { before: readonly EndedOrders[]; since: readonly EndedOrders[] }

/**
 * Pure. The counters at the splitting time: an order that has ended again since counts with its earlier end.
 */
export const countersAt = ({ before, since }: SplitEndedOrders): StatusSum[] =>
  addUp([...before.map(currentSum), ...since.flatMap(previousSums)])

/** Pure. The current counters, from those at an earlier time and the orders that have ended since. */
export const currentCounters = (then: readonly StatusSum[], since: readonly EndedOrders[]): StatusSum[] =>
  addUp([...then, ...since.map(currentSum), ...since.flatMap(previousSums).map(negated)])

const currentSum = ({ status, count, paise }: EndedOrders): StatusSum => ({ status, count, paise })
const previousSums = ({ previous, count, paise }: EndedOrders): StatusSum[] =>
  previous ? [{ status: previous, count, paise }] : []
const negated = ({ status, count, paise }: StatusSum): StatusSum => ({ status, count: -count, paise: -paise })

function addUp(sums: readonly StatusSum[]): StatusSum[] {
  const all = new Map<OrderStatus, StatusSum>()
  for (const { status, count, paise } of sums) {
    const { count: counted = 0, paise: summed = 0 } = all.get(status) ?? {}
    all.set(status, { status, count: counted + count, paise: summed + paise })
  }
  return [...all.values()]
}

/**
 * Counts orders by their end, from an index alone.
 * @param when whether their last end was before `until` or since then
 */
function readEndedOrders(
  snapshot: ClientSession,
  when: 'before' | 'since',
  until: Date,
): Promise<EndedOrders[]> {
  const range = when === 'before' ? { $lt: until } : { $gte: until }
  // Includes the index's own condition, without which MongoDB does not use it.
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

/** Counts a customer's orders, from the customer's index alone. */
export async function countOrders(
  userId: string,
): Promise<{ total_order: number; completed: number; refunded: number }> {
  const counts = countsOf(
    await OrderModel.aggregate<StatusCount>([
      { $match: { userId: new Types.ObjectId(userId) } },
      { $group: { _id: '$status', count: { $sum: 1 } } },
      { $project: { _id: 0, status: '$_id', count: 1 } },
    ]).hint(customerIndex),
  )
  return { total_order: counts.total, completed: counts.of('Completed'), refunded: counts.of('Refunded') }
}

/** The shop's current counters; `total_sale` is rupees of Completed orders. */
export async function orderStats() {
  const counts = countsOf(await readSnapshot(countAll))
  return {
    total_order: counts.total,
    completed: counts.of('Completed'),
    refunded: counts.of('Refunded'),
    processing: counts.of('Processing'),
    total_sale: toRupees(counts.paiseOf('Completed')),
  }
}

const noCounters = { until: new Date(0), sums: [] }

/** The last recount, what has ended since, and the open orders, from indexes alone. */
async function countAll(snapshot: ClientSession): Promise<StatusSum[]> {
  const counted = await OrderCountersModel.findById('orders').session(snapshot).lean<IOrderCounters | null>()
  const { until, sums } = counted ?? noCounters
  return [
    ...currentCounters(sums, await readEndedOrders(snapshot, 'since', until)),
    await countOpen(snapshot, 'Created', unpaidIndex),
    await countOpen(snapshot, 'Processing', boardIndex),
  ]
}

async function countOpen(snapshot: ClientSession, status: OrderStatus, index: string): Promise<StatusSum> {
  const [row] = await OrderModel.aggregate<{ count: number }>(
    [{ $match: { status } }, { $group: { _id: null, count: { $sum: 1 } } }],
    longSnapshotOptions(snapshot),
  ).hint(index)
  return { status, count: row?.count ?? 0, paise: 0 }
}

type StatusCount = { status: string; count: number; paise?: number }

function countsOf(rows: readonly StatusCount[]) {
  const row = (status: string) => rows.find((one) => one.status === status)
  return {
    total: rows.reduce((sum, one) => sum + one.count, 0),
    of: (status: string) => row(status)?.count ?? 0,
    paiseOf: (status: string) => row(status)?.paise ?? 0,
  }
}
