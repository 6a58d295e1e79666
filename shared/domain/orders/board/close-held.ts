import type { Deps } from '../../deps.ts'
import { changeOrder, putOffWork } from '../change/change-order.ts'
import type { Closing } from '../change/closing-schema.ts'
import { completeOrder } from '../change/complete-order.ts'
import { asRead } from '../change/order-decision.ts'
import type { TellDeps } from '../change/tell-order.ts'
import { supplierConflictOf } from '../fulfil/contradiction.ts'
import type { SupplierConflict } from '../fulfil/contradiction-schema.ts'
import { type OrderDoc, OrderModel } from '../order-model.ts'
import { withPaidPrice } from '../redelivery/worth-of-redelivery.ts'
import { handPart } from './closing.ts'
import { noOpenCall } from './no-open-call.ts'

/** While a supplier is being asked, its answer is waited for. */
const againMs = 1_000

/**
 * Completes an order whose completion was held, as the admin decided it then. What the answer of a supplier, or
 * anything else, has ended meanwhile stays as it ended.
 * @param seq the due work this answers to; another value than the order's means that it was taken back
 */
export async function closeHeld(
  deps: TellDeps & Pick<Deps, 'log'>,
  orderId: string,
  seq: number,
): Promise<void> {
  const now = deps.clock.now()
  const order = await OrderModel.findById(orderId).lean<OrderDoc | null>()
  if (!order?.due.close?.at || order.due.close.seq !== seq) return
  const { closing } = order
  const guard = { 'due.close.seq': seq }
  if (!closing || order.status !== 'Processing') {
    await changeOrder(deps, order, { guard, set: { closing: null }, due: { close: null } })
    return
  }
  const lines = closing.labels.map((label) => ({ label, seenAt: null }))
  const found = deferredSince(await withPaidPrice(order), closing, now)
  const done = await completeOrder(deps, order, {
    ...{ by: 'admin', actor: closing.adminId, reason: closing.reason },
    guard: { ...guard, ...asRead(order), ...noOpenCall },
    ...(found && { set: { hasSupplierConflict: true } }),
    push: {
      ...(lines.length > 0 && { vault: { part: handPart(order), lines } }),
      ...(found && { supplierConflicts: found }),
    },
  })
  if (done && found) deps.log.error({ orderid: order._id, ...found }, 'the supplier contradicts a held end')
  if (done) return
  const again = new Date(now.getTime() + againMs)
  await putOffWork(deps, order, { guard: { ...guard, status: 'Processing' }, due: { close: again } })
}

/** What the admin could not know who decided that it is Completed: said to a person, as after any other end. */
function deferredSince(order: OrderDoc, { at }: Closing, now: Date): SupplierConflict | undefined {
  const unit = order.units.find(
    ({ state, answeredAt }) => state === 'rejected' && answeredAt && answeredAt >= at,
  )
  return unit && supplierConflictOf({ ...order, status: 'Completed' }, unit, now)
}
