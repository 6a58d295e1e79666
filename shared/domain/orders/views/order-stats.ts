import { type ClientSession, Types } from 'mongoose'
import { toRupees } from '../../../contracts/money.ts'
import type { OrderStatus } from '../../../contracts/order-status.ts'
import { readSnapshot, longSnapshotOptions } from '../../../platform/snapshot.ts'
import { currentCounters } from '../figures/figure-rules.ts'
import { OrderCountersModel, type IOrderCounters, type StatusSum } from '../figures/figures-model.ts'
import { readEndedOrders } from '../figures/read-ends.ts'
import { boardIndex, customerIndex, unpaidIndex } from '../order-indexes.ts'
import { OrderModel } from '../order-model.ts'

/** A customer's orders, counted from that customer's index alone. */
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

/** The shop's figures, of now; `total_sale` is rupees of Completed orders. */
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

const nothing = { until: new Date(0), sums: [] }

/** What was counted last, with what has ended since, and the open orders: from indexes alone, no order is read. */
async function countAll(snapshot: ClientSession): Promise<StatusSum[]> {
  const counted = await OrderCountersModel.findById('orders').session(snapshot).lean<IOrderCounters | null>()
  const { until, sums } = counted ?? nothing
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
