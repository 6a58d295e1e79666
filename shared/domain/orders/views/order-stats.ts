import { Types } from 'mongoose'
import { toRupees } from '../../../contracts/money.ts'
import { orderStatuses } from '../../../contracts/order-status.ts'
import type { Clock } from '../../../platform/clock.ts'
import { keepSlow } from '../../../platform/keep-slow.ts'
import { customerIndex, OrderModel, statisticsIndex } from '../order-model.ts'

/** A customer's orders, counted from that customer's index alone. */
export async function countOrders(
  userId: string,
): Promise<{ total_order: number; completed: number; refunded: number }> {
  const counts = countsOf(
    await OrderModel.aggregate<StatusCount>([
      { $match: { userId: new Types.ObjectId(userId) } },
      { $group: { _id: '$status', count: { $sum: 1 } } },
    ]).hint(customerIndex),
  )
  return { total_order: counts.total, completed: counts.of('Completed'), refunded: counts.of('Refunded') }
}

/**
 * The shop's figures; `total_sale` is rupees of Completed orders. Of now, but for a shop so large that counting takes
 * longer than a blink: then they may be from before, and `as_of` tells when.
 */
export async function orderStats({ clock }: { clock: Clock }) {
  const { value: counts, ageMs } = await countAll()
  return {
    total_order: counts.total,
    completed: counts.of('Completed'),
    refunded: counts.of('Refunded'),
    processing: counts.of('Processing'),
    total_sale: toRupees(counts.paiseOf('Completed')),
    ...(ageMs > 0 ? { as_of: new Date(clock.now().getTime() - ageMs).toISOString() } : {}),
  }
}

/** From an index alone, which holds all that is counted: no order is read. */
const countAll = keepSlow(async () =>
  countsOf(
    await OrderModel.aggregate<StatusCount>([
      { $match: { status: { $in: [...orderStatuses] } } },
      { $group: { _id: '$status', count: { $sum: 1 }, paise: { $sum: '$pricePaise' } } },
    ]).hint(statisticsIndex),
  ),
)

type StatusCount = { _id: string; count: number; paise?: number }

function countsOf(rows: readonly StatusCount[]) {
  const row = (status: string) => rows.find((one) => one._id === status)
  return {
    total: rows.reduce((sum, one) => sum + one.count, 0),
    of: (status: string) => row(status)?.count ?? 0,
    paiseOf: (status: string) => row(status)?.paise ?? 0,
  }
}
