import type { OrderStatus } from '../../../contracts/order-status.ts'
import { AppError } from '../../../platform/app-error.ts'
import { auditTarget } from '../../audit/index.ts'
import {
  auditResolution,
  type Discrepancy,
  type DiscrepancyResolution,
  type IPayment,
  openDiscrepancy,
  resolutionPatch,
} from '../../payments/index.ts'
import { creditReviewedPayment } from '../../wallet/index.ts'
import { changeOrder, changeOrderWithPostings, type OrderChanges } from '../change/change-order.ts'
import type { PublishDeps } from '../change/publish-order.ts'
import type { OrderEdit } from '../change/transition-order.ts'
import { type OrderDoc, OrderModel } from '../model/order-model.ts'

/**
 * An admin resolves a discrepancy of an order's payment. `credit` credits the money in review to the
 * customer's wallet, once; an unpaid order becomes Refunded. `dismiss` posts nothing, and an unpaid order
 * waits as before.
 * @returns paise credited
 * @throws not_found, discrepancy_resolved, discrepancy_without_money
 */
export async function resolveOrderDiscrepancy(
  deps: PublishDeps,
  orderid: string,
  resolution: DiscrepancyResolution,
): Promise<number> {
  // A concurrent payment check restarts the resolution; a concurrent resolution ends it.
  for (let race = 0; race < 10; race += 1) {
    const order = await OrderModel.findById(orderid).lean<OrderDoc | null>()
    if (!order?.payment) throw new AppError('not_found')
    const discrepancy = openDiscrepancy(order.payment, resolution)
    const credited = resolution.answer === 'credit' ? discrepancy.inReviewPaise : 0
    const step = { payment: order.payment, discrepancy, resolution, at: deps.clock.now() }
    const done = await (credited > 0
      ? creditMoney(deps, order, step)
      : changeOrder(deps, order, resolutionEdit(order, step)))
    if (done) return credited
  }
  throw new AppError('service_unavailable')
}

type ResolutionContext = {
  payment: IPayment
  discrepancy: Discrepancy
  resolution: DiscrepancyResolution
  at: Date
}

/** Resolves the discrepancy and leaves the order as it is. */
function resolutionEdit(
  order: OrderDoc,
  { payment, discrepancy, resolution, at }: ResolutionContext,
): OrderEdit {
  const { guard, ...patch } = resolutionPatch(payment, resolution, at)
  const target = auditTarget.order(order._id)
  const about = String(order.userId)
  const inSameTransaction: OrderEdit['inSameTransaction'] = (tx) =>
    auditResolution(tx, resolution, { target, about, discrepancy, at })
  return { ...patch, inSameTransaction, guard: { version: order.version, ...guard } }
}

/** Credits the money in review to the wallet; the customer is notified. */
function creditMoney(
  deps: PublishDeps,
  order: OrderDoc,
  step: ResolutionContext,
): Promise<OrderDoc | undefined> {
  const { payment, discrepancy, at } = step
  const { gateway } = payment
  const review = {
    ref: `${order._id}/${discrepancy.id}`,
    amountPaise: discrepancy.inReviewPaise,
    orderid: order._id,
    at,
    gateway,
  }
  return changeOrderWithPostings(deps, order, {
    changes: creditChanges(order, step),
    post: (tx) => creditReviewedPayment(tx, order, review),
  })
}

/** An order that was never bought becomes Refunded; any other keeps its status. */
const transitionsOf: Partial<Record<OrderStatus, OrderStatus[]>> = {
  Created: ['Failed', 'Refunded'],
  Failed: ['Refunded'],
}

function creditChanges(order: OrderDoc, step: ResolutionContext): OrderChanges {
  const edit = resolutionEdit(order, step)
  const inc = { ...edit.inc, creditedPaise: step.discrepancy.inReviewPaise }
  const [first, ...others] = transitionsOf[order.status] ?? []
  if (!first) return [{ ...edit, inc, due: { notify: step.at } }]
  const reason = 'The payment was checked by our team'
  const by = { by: 'system', actor: 'payments', at: step.at, reason } as const
  const set = { ...edit.set, 'payment.state': 'failed' } as const
  return [{ ...edit, ...by, to: first, set, inc }, ...others.map((to) => ({ ...by, to }))]
}
