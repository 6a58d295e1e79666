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
 * A person's answer to a discrepancy about an order's payment. `credit` puts the held money into the customer's wallet,
 * once; an order that waited for it ends Refunded. `dismiss` posts nothing, and the order goes on waiting while it
 * may.
 * @returns paise credited
 * @throws not_found, discrepancy_resolved, discrepancy_without_money
 */
export async function resolveOrderDiscrepancy(
  deps: PublishDeps,
  orderid: string,
  resolution: DiscrepancyResolution,
): Promise<number> {
  // A check that comes between starts the resolution over; whoever closed it meanwhile ends it.
  for (let race = 0; race < 10; race += 1) {
    const order = await OrderModel.findById(orderid).lean<OrderDoc | null>()
    if (!order?.payment) throw new AppError('not_found')
    const discrepancy = openDiscrepancy(order.payment, resolution)
    const credited = resolution.answer === 'credit' ? discrepancy.inReviewPaise : 0
    const one = { payment: order.payment, discrepancy, resolution, at: deps.clock.now() }
    const done = await (credited > 0
      ? credit(deps, order, one)
      : changeOrder(deps, order, editOf(order, one)))
    if (done) return credited
  }
  throw new AppError('service_unavailable')
}

type ResolutionStep = {
  payment: IPayment
  discrepancy: Discrepancy
  resolution: DiscrepancyResolution
  at: Date
}

/** The discrepancy closed, the order going on as it was. */
function editOf(order: OrderDoc, { payment, discrepancy, resolution, at }: ResolutionStep): OrderEdit {
  const { guard, ...patch } = resolutionPatch(payment, resolution, at)
  const target = auditTarget.order(order._id)
  const inSameTransaction: OrderEdit['inSameTransaction'] = (tx) =>
    auditResolution(tx, resolution, { target, discrepancy, at })
  return { ...patch, inSameTransaction, guard: { version: order.version, ...guard } }
}

/** The held money goes to the wallet, and its customer hears of it. */
function credit(deps: PublishDeps, order: OrderDoc, one: ResolutionStep): Promise<OrderDoc | undefined> {
  const { payment, discrepancy, at } = one
  const { gateway } = payment
  const held = {
    ref: `${order._id}/${discrepancy.id}`,
    amountPaise: discrepancy.inReviewPaise,
    orderid: order._id,
    at,
    gateway,
  }
  return changeOrderWithPostings(deps, order, {
    changes: creditSteps(order, one),
    post: (tx) => creditReviewedPayment(tx, order, held),
  })
}

/** An order that was never bought ends with its money in the wallet; any other stays as it is. */
const movesOf: Partial<Record<OrderStatus, OrderStatus[]>> = {
  Created: ['Failed', 'Refunded'],
  Failed: ['Refunded'],
}

function creditSteps(order: OrderDoc, one: ResolutionStep): OrderChanges {
  const edit = editOf(order, one)
  const inc = { ...edit.inc, creditedPaise: one.discrepancy.inReviewPaise }
  const [first, ...more] = movesOf[order.status] ?? []
  if (!first) return [{ ...edit, inc, due: { notify: one.at } }]
  const reason = 'The payment was checked by our team'
  const by = { by: 'system', actor: 'payments', at: one.at, reason } as const
  const set = { ...edit.set, 'payment.state': 'failed' } as const
  return [{ ...edit, ...by, to: first, set, inc }, ...more.map((to) => ({ ...by, to }))]
}
