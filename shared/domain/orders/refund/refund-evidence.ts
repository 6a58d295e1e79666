import type { RefundEvidence } from '../../../contracts/approval-requests.ts'
import { type IUnclearBatch, UnclearBatchModel } from '../../purchasing/index.ts'
import { type OrderDoc, OrderModel } from '../model/order-model.ts'
import { batchView } from '../unclear/batch-view.ts'
import { ordersOf } from '../unclear/orders-of-batch.ts'
import { boardView } from '../views/board-view.ts'

/** What is known of the delivery of open orders, by id; an order that has ended is left out. */
export async function refundEvidence(
  ids: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, RefundEvidence>> {
  if (ids.length === 0) return new Map()
  const orders = await OrderModel.find({ _id: { $in: ids }, status: 'Processing' }).lean<OrderDoc[]>()
  const chances = await chancesOf(orders)
  return new Map(
    orders.map((order) => {
      const { pendingReason, supplierBalance, unitList } = boardView(order, now)
      const units = unitList.map(({ ref, state, message, attempt }) => {
        const chance = chances.get(`${ref}/${attempt}`)
        return { state, message, ...(chance !== undefined && { chance }) }
      })
      return [order._id, { kind: pendingReason.kind, detail: pendingReason.detail, supplierBalance, units }]
    }),
  )
}

/** In how many explanations of its batch each unclear purchase arrived, by unit and attempt. */
async function chancesOf(orders: readonly OrderDoc[]) {
  const unclear = orders.filter(({ units }) => units.some(({ state }) => state === 'unknown'))
  const ids = unclear.map(({ _id }) => _id)
  if (ids.length === 0) return new Map<string, null>()
  const batches = await UnclearBatchModel.find({ 'unclear.orderId': { $in: ids } }).lean<IUnclearBatch[]>()
  const related = await ordersOf(batches)
  const purchases = batches.flatMap((batch) => batchView(batch, related).purchases)
  return new Map(purchases.map(({ unit, attempt, chance }) => [`${unit}/${attempt}`, chance]))
}
