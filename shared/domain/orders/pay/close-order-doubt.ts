import type { OrderStatus } from '../../../contracts/order-status.ts'
import { AppError } from '../../../platform/app-error.ts'
import { auditTarget } from '../../audit/index.ts'
import {
  auditClosing,
  closingPatch,
  type Doubt,
  type DoubtClosing,
  doubtToClose,
  type IPayment,
} from '../../payments/index.ts'
import { creditHeldPayment } from '../../wallet/index.ts'
import { changeOrder, changeOrderWithPostings, type OrderChanges } from '../change/change-order.ts'
import type { OrderEdit } from '../change/edit-order.ts'
import type { PublishDeps } from '../change/tell-order.ts'
import { type OrderDoc, OrderModel } from '../order-model.ts'

/**
 * A person's answer to a doubt about an order's payment. `credit` puts the held money into the customer's wallet,
 * once; an order that waited for it ends Refunded. `not_money` posts nothing, and the order goes on waiting while it
 * may.
 * @returns paise credited
 * @throws not_found, discrepancy_resolved, discrepancy_without_money
 */
export async function closeOrderDoubt(
  deps: PublishDeps,
  orderid: string,
  closing: DoubtClosing,
): Promise<number> {
  // A look that comes between starts the closing over; whoever closed it meanwhile ends it.
  for (let race = 0; race < 10; race += 1) {
    const order = await OrderModel.findById(orderid).lean<OrderDoc | null>()
    if (!order?.payment) throw new AppError('not_found')
    const doubt = doubtToClose(order.payment, closing)
    const credited = closing.answer === 'credit' ? doubt.heldPaise : 0
    const one = { payment: order.payment, doubt, closing, at: deps.clock.now() }
    const done = await (credited > 0
      ? credit(deps, order, one)
      : changeOrder(deps, order, editOf(order, one)))
    if (done) return credited
  }
  throw new AppError('service_unavailable')
}

type Closing = { payment: IPayment; doubt: Doubt; closing: DoubtClosing; at: Date }

/** The doubt closed, the order going on as it was. */
function editOf(order: OrderDoc, { payment, doubt, closing, at }: Closing): OrderEdit {
  const { guard, ...patch } = closingPatch(payment, closing, at)
  const target = auditTarget.order(order._id)
  const inSameTransaction: OrderEdit['inSameTransaction'] = (session) => auditClosing(session, closing, { target, doubt, at })
  return { ...patch, inSameTransaction, guard: { version: order.version, ...guard } }
}

/** The held money goes to the wallet, and its customer hears of it. */
function credit(deps: PublishDeps, order: OrderDoc, one: Closing): Promise<OrderDoc | undefined> {
  const { payment, doubt, at } = one
  const { gateway } = payment
  const held = {
    ref: `${order._id}/${doubt.id}`,
    amountPaise: doubt.heldPaise,
    orderid: order._id,
    at,
    gateway,
  }
  return changeOrderWithPostings(deps, order, {
    changes: creditSteps(order, one),
    post: (session) => creditHeldPayment(session, order, held),
  })
}

/** An order that was never bought ends with its money in the wallet; any other stays as it is. */
const movesOf: Partial<Record<OrderStatus, OrderStatus[]>> = {
  Created: ['Failed', 'Refunded'],
  Failed: ['Refunded'],
}

function creditSteps(order: OrderDoc, one: Closing): OrderChanges {
  const edit = editOf(order, one)
  const inc = { ...edit.inc, creditedPaise: one.doubt.heldPaise }
  const [first, ...more] = movesOf[order.status] ?? []
  if (!first) return [{ ...edit, inc, due: { notify: one.at } }]
  const reason = 'The payment was checked by our team'
  const by = { by: 'system', actor: 'payments', at: one.at, reason } as const
  const set = { ...edit.set, 'payment.state': 'failed' } as const
  return [{ ...edit, ...by, to: first, set, inc }, ...more.map((to) => ({ ...by, to }))]
}
