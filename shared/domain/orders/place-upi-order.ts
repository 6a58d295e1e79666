import { workAt } from '../../platform/due.ts'
import type { Caller } from '../accounts/index.ts'
import type { Deps } from '../deps.ts'
import { newPayment, openPayment, type PaymentLink, payAddress } from '../payments/index.ts'
import { type DraftDeps, draftOrder, type OrderDraft, type OrderRequest } from './draft-order.ts'
import { queueDueWork } from './jobs.ts'
import { type OrderDoc, OrderModel } from './order-model.ts'
import { placeOnce } from './place-once.ts'

type PlaceDeps = DraftDeps & Pick<Deps, 'gateway' | 'queues'>

/**
 * Takes an order to be paid by UPI. It is in the database before the gateway hears of it, so that no money can
 * come for something unknown; without a payment link it ends like any unpaid order.
 * @throws what `draftOrder` throws, idempotency_key_reused, payment_refused, payment_unavailable
 */
export async function placeUpiOrder(
  deps: PlaceDeps,
  caller: Caller,
  request: OrderRequest,
): Promise<{ payment_url: string; client_txn_id: string }> {
  const placed = await placeOnce(caller, request, async () => {
    const waiting = waitingOrder(deps, await draftOrder(deps, caller, request))
    await OrderModel.insertMany([waiting])
    return waiting
  })
  const order = 'found' in placed ? placed.found : placed.made
  const { _id: orderid, status, payment } = order
  // A key used again after the time to pay: nobody shall pay now, so the order's own page tells what became of it.
  if (status !== 'Created') {
    return { payment_url: `/confirmation?client_txn_id=${orderid}`, client_txn_id: orderid }
  }
  const link = payment?.paymentUrl ? payment : await openLink(deps, order)
  await queueDueWork(deps, order)
  return { payment_url: payAddress(orderid, link), client_txn_id: orderid }
}

function waitingOrder(deps: PlaceDeps, draft: OrderDraft): OrderDoc {
  const firstLook = new Date(draft.createdAt.getTime() + (deps.env.PAYMENT_POLL_MS[0] ?? 5_000))
  return {
    ...draft,
    status: 'Created',
    payment: newPayment(deps.gateway.name, draft.createdAt, deps.env.PAYMENT_WINDOW_MS),
    processingAt: null,
    attention: null,
    history: [{ version: 1, at: draft.createdAt, from: '', to: 'Created', by: 'customer', reason: '' }],
    due: { ...draft.due, payment: workAt(firstLook) },
  }
}

async function openLink(deps: PlaceDeps, order: OrderDoc): Promise<PaymentLink> {
  const link = await openPayment(deps, {
    clientTxnId: order._id,
    amountPaise: order.pricePaise,
    description: order.item.name,
    customer: { name: order.customer.name, email: order.customer.email, mobile: order.customer.mobilenumber },
    redirectUrl: `${deps.env.PUBLIC_URL}/confirmation`,
  })
  await OrderModel.updateOne(
    { _id: order._id },
    {
      $set: {
        'payment.gatewayId': link.gatewayId,
        'payment.paymentUrl': link.paymentUrl,
        'payment.upiLinks': link.upiLinks,
      },
    },
  )
  return link
}
