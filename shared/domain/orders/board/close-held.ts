import type { Deps } from '../../deps.ts'
import { changeOrder, rescheduleTask } from '../change/change-order.ts'
import type { PendingCompletion } from '../change/closing-schema.ts'
import { completeOrder } from '../change/complete-order.ts'
import { unchangedSinceRead } from '../change/order-decision.ts'
import type { PublishDeps } from '../change/tell-order.ts'
import { supplierConflictOf } from '../fulfil/contradiction.ts'
import type { SupplierConflict } from '../fulfil/contradiction-schema.ts'
import { type OrderDoc, OrderModel } from '../order-model.ts'
import { withPaidPrice } from '../redelivery/worth-of-redelivery.ts'
import { manualDeliveryId } from './closing.ts'
import { noOpenPurchase } from './no-open-call.ts'

/** While a supplier is being asked, its answer is waited for. */
const againMs = 1_000

/**
 * Completes an order whose completion was held, as the admin decided it then. What the answer of a supplier, or
 * anything else, has ended meanwhile stays as it ended.
 * @param seq the due work this answers to; another value than the order's means that it was taken back
 */
export async function commitCompletion(
  deps: PublishDeps & Pick<Deps, 'log'>,
  orderId: string,
  seq: number,
): Promise<void> {
  const now = deps.clock.now()
  const order = await OrderModel.findById(orderId).lean<OrderDoc | null>()
  if (!order?.due.completion?.at || order.due.completion.seq !== seq) return
  const { pendingCompletion } = order
  const guard = { 'due.completion.seq': seq }
  if (!pendingCompletion || order.status !== 'Processing') {
    await changeOrder(deps, order, { guard, set: { pendingCompletion: null }, due: { completion: null } })
    return
  }
  const secrets = pendingCompletion.labels.map((label) => ({ label, revealedAt: null }))
  const found = deferredSince(await withPaidPrice(order), pendingCompletion, now)
  const done = await completeOrder(deps, order, {
    ...{ by: 'admin', actor: pendingCompletion.adminId, reason: pendingCompletion.reason },
    guard: { ...guard, ...unchangedSinceRead(order), ...noOpenPurchase },
    ...(found && { set: { hasSupplierConflict: true } }),
    push: {
      ...(secrets.length > 0 && { vault: { deliveryId: manualDeliveryId(order), secrets } }),
      ...(found && { supplierConflicts: found }),
    },
  })
  if (done && found) deps.log.error({ orderid: order._id, ...found }, 'supplier conflict found while completing')
  if (done) return
  const again = new Date(now.getTime() + againMs)
  await rescheduleTask(deps, order, { guard: { ...guard, status: 'Processing' }, due: { completion: again } })
}

/** What the admin could not know who decided that it is Completed: said to a person, as after any other end. */
function deferredSince(order: OrderDoc, { at }: PendingCompletion, now: Date): SupplierConflict | undefined {
  const unit = order.units.find(
    ({ state, answeredAt }) => state === 'rejected' && answeredAt && answeredAt >= at,
  )
  return unit && supplierConflictOf({ ...order, status: 'Completed' }, unit, now)
}
