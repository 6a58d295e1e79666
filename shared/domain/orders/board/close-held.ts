import { changeOrder, putOffWork } from '../change/change-order.ts'
import { completeOrder } from '../change/complete-order.ts'
import type { TellDeps } from '../change/tell-order.ts'
import { type OrderDoc, OrderModel } from '../order-model.ts'
import { handPart } from './closing.ts'
import { noOpenCall } from './no-open-call.ts'

/** While a supplier is being asked, its answer is waited for. */
const againMs = 1_000

/**
 * Completes an order whose completion was held, as the admin decided it then. What the answer of a supplier, or
 * anything else, has ended meanwhile stays as it ended.
 * @param seq the due work this answers to; another value than the order's means that it was taken back
 */
export async function closeHeld(deps: TellDeps, orderId: string, seq: number): Promise<void> {
  const order = await OrderModel.findById(orderId).lean<OrderDoc | null>()
  if (!order?.due.close?.at || order.due.close.seq !== seq) return
  const { closing } = order
  const guard = { 'due.close.seq': seq }
  if (!closing || order.status !== 'Processing') {
    await changeOrder(deps, order, { guard, set: { closing: null }, due: { close: null } })
    return
  }
  const lines = closing.labels.map((label) => ({ label, seenAt: null }))
  const done = await completeOrder(deps, order, {
    ...{ by: 'admin', actor: closing.adminId, reason: closing.reason },
    guard: { ...guard, ...noOpenCall },
    ...(lines.length > 0 ? { push: { vault: { part: handPart(order), lines } } } : {}),
  })
  if (done) return
  const again = new Date(deps.clock.now().getTime() + againMs)
  await putOffWork(deps, order, { guard: { ...guard, status: 'Processing' }, due: { close: again } })
}
