import type { PaymentGatewayName } from '../../../contracts/payment-gateways.ts'
import { AppError } from '../../../platform/app-error.ts'
import { taskAt } from '../../../platform/due-tasks.ts'
import type { Caller } from '../../accounts/index.ts'
import type { Deps } from '../../deps.ts'
import { openGateways } from '../../incidents/index.ts'
import {
  createPaymentAttempt,
  type IPayment,
  newAttempt,
  newPayment,
  paymentUrlOf,
} from '../../payments/index.ts'
import { countUnpaidTopUps } from '../../wallet/index.ts'
import { logOrderSteps } from '../change/log-order-steps.ts'
import { enqueueDueTasks } from '../change/publish-order.ts'
import type { OrderDraft } from '../model/new-order.ts'
import { type OrderDoc, OrderModel } from '../model/order-model.ts'
import { countUnpaidOrders } from '../queries/open-orders.ts'
import { type DraftDeps, draftOrder, type OrderRequest } from './draft-order.ts'
import { placeOnce } from './place-once.ts'
import { makeUnlessRepeated } from './repeated-order.ts'

type PlaceDeps = DraftDeps & Pick<Deps, 'gatewayOf' | 'queues'>

/**
 * Places an order to be paid by UPI. The order is stored before the gateway is called, so that no payment
 * arrives for an unknown order; without a payment attempt it expires like any unpaid order.
 * @throws upi_paused; what `makeUnlessRepeated`, `draftOrder` and `createPaymentAttempt` throw,
 * idempotency_key_reused, stopped_by_customer, too_many_unpaid
 */
export async function placeUpiOrder(
  deps: PlaceDeps,
  caller: Caller,
  request: OrderRequest,
): Promise<{ payment_url: string; client_txn_id: string }> {
  const make = async () => {
    const [gateway] = await openGateways(deps.env.PAYMENT_GATEWAYS)
    if (!gateway) throw new AppError('upi_paused')
    const unpaid = unpaidOrder(deps, await draftOrder(deps, caller, request), gateway)
    await OrderModel.insertMany([unpaid])
    return unpaid
  }
  const placed = await placeOnce(caller, request, () => makeUnlessRepeated(deps, { caller, request }, make))
  const isNew = 'made' in placed
  const order = isNew ? placed.made : placed.found
  const { _id: orderid, status, payment } = order
  const links = { payment_url: `/confirmation?client_txn_id=${orderid}`, client_txn_id: orderid }
  // The key was used again after the payment window: the order can no longer be paid, so its own page shows
  // its status.
  if (status !== 'Created' || !payment) return links
  if (isNew) await requireAllowed(deps, { order, request })
  if (isNew) logOrderSteps(deps.log, order)
  await enqueueDueTasks(deps, order)
  const attempt = await createPaymentAttempt(deps, paymentTargetOf(order, payment, isNew))
  return attempt ? { ...links, payment_url: paymentUrlOf(orderid, attempt) } : links
}

/**
 * Deletes the new order again when the customer has too many unpaid ones or has stopped the request. Checked after the
 * insert: concurrent orders count each other, and a customer who stops later finds the order.
 */
async function requireAllowed(
  deps: PlaceDeps,
  { order, request }: { order: OrderDoc; request: OrderRequest },
): Promise<void> {
  try {
    await requireStillWanted(request)
    const open = await Promise.all([countUnpaidOrders(order.userId), countUnpaidTopUps(order.userId)])
    if (open[0] + open[1] > deps.env.MAX_UNPAID) throw new AppError('too_many_unpaid')
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    await OrderModel.deleteOne({ _id: order._id, version: 1, 'payment.checkCount': 0 })
    throw error
  }
}

/** Rejects a slow request that the customer has stopped in the meantime. @throws stopped_by_customer */
async function requireStillWanted({ isStillWanted }: OrderRequest): Promise<void> {
  if (isStillWanted && !(await isStillWanted())) throw new AppError('stopped_by_customer')
}

const paymentTargetOf = (order: OrderDoc, payment: IPayment, isNew: boolean) => ({
  model: OrderModel,
  _id: order._id,
  clientTxnId: order._id,
  payment,
  isNew,
  request: {
    amountPaise: order.pricePaise,
    description: order.item.name,
    customer: { name: order.customer.name, email: order.customer.email, mobile: order.customer.mobilenumber },
  },
  returnPath: '/confirmation',
})

function unpaidOrder(deps: PlaceDeps, draft: OrderDraft, gateway: PaymentGatewayName): OrderDoc {
  const firstPollAt = new Date(draft.createdAt.getTime() + (deps.env.PAYMENT_POLL_MS[0] ?? 5_000))
  return {
    ...draft,
    status: 'Created',
    payment: {
      ...newPayment(gateway, draft.createdAt, deps.env.PAYMENT_WINDOW_MS),
      attempts: [newAttempt(draft._id, draft.createdAt)],
    },
    processingAt: null,
    pendingReason: null,
    history: [{ version: 1, at: draft.createdAt, from: '', to: 'Created', by: 'customer', reason: '' }],
    due: { ...draft.due, payment: taskAt(firstPollAt) },
  }
}
