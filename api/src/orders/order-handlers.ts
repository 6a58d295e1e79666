import { myOrders } from '@jhatpat/shared/contracts/accounts.ts'
import { chooseLateOffer as choose } from '@jhatpat/shared/contracts/late-offer-calls.ts'
import { toPaise } from '@jhatpat/shared/contracts/money.ts'
import * as keyCalls from '@jhatpat/shared/contracts/order-keys.ts'
import * as calls from '@jhatpat/shared/contracts/orders.ts'
import { paymentPage as paymentPageCall } from '@jhatpat/shared/contracts/payment-page.ts'
import { tracePayment as tracePaymentCall } from '@jhatpat/shared/contracts/payment-trace.ts'
import { orderReceipt } from '@jhatpat/shared/contracts/receipts.ts'
import * as vault from '@jhatpat/shared/contracts/vault.ts'
import { clientOf, requireOwnUserId, requireUnfrozen } from '@jhatpat/shared/domain/accounts/index.ts'
import { findListing } from '@jhatpat/shared/domain/catalogue/index.ts'
import { paymentPage } from '@jhatpat/shared/domain/checkout/index.ts'
import {
  chooseLateOffer,
  closeOrderKey,
  confirmOrderPayment,
  countListed,
  countOrders,
  findOrder,
  idCheckReply,
  listOpenKeys,
  listOrders,
  lookUpOrderKey,
  orderView,
  paymentData,
  placeUpiOrder,
  placeWalletOrder,
  receiptView,
  requireInputs,
  revealSecret,
  tracePayment,
} from '@jhatpat/shared/domain/orders/index.ts'
import { AppError } from '@jhatpat/shared/platform/app-error.ts'
import type { HandlerRequest, Mount } from '../http/mount.ts'
import { ownUserIdOf } from '../http/owner-id.ts'
import type { ApiDeps } from '../realtime/api-deps.ts'

export function mountOrders(mount: Mount, deps: ApiDeps): void {
  mount(calls.checkId, async ({ body, callerIfAny }) => {
    const listing = await findListing({ productId: body.selectedProduct, itemid: body.selectedItem })
    requireInputs(listing, { userid: body.userid, zoneid: body.zoneid })
    const player = { input1: body.userid, input2: body.zoneid }
    return idCheckReply(deps, { listing, player, isAnonymous: callerIfAny === undefined })
  })

  mount(calls.createOrder, async (request) => {
    const data = await placeUpiOrder(deps, request.caller, orderRequest(request, 'upi'))
    return { status: true, message: 'Order created. Pay to start it.', data }
  })

  mount(calls.createWalletOrder, {
    async recordsReply(request) {
      requireUnfrozen(request.caller, deps.clock.now())
      const order = orderRequest(request, 'wallet')
      const client_txn_id = order.orderid
      const redirect_url = `/confirmation?client_txn_id=${client_txn_id}`
      const reply = { msg: 'Order placed.', redirect_url, client_txn_id }
      const keyRecord = request.keyRecord(reply)
      await placeWalletOrder(deps, request.caller, { ...order, keyRecord }).catch(redirectToTopUp)
      return reply
    },
  })

  mount(keyCalls.lookUpOrderKey, ({ caller, params }) => lookUpOrderKey(deps, caller, params.key))
  mount(keyCalls.closeOrderKey, ({ caller, params }) => closeOrderKey(deps, caller, params.key))
  mount(keyCalls.openOrderKeys, async ({ caller }) => ({ keys: await listOpenKeys(deps, caller) }))

  mount(calls.orderList, async ({ caller, params, query }) =>
    listOrders(await ownUserIdOf(caller, params.userId), query),
  )

  mount(calls.orderCount, async ({ caller, params, query }) =>
    countListed(await ownUserIdOf(caller, params.userId), query),
  )

  mount(calls.orderStatus, async ({ caller, body }) => {
    if (body.key !== deps.env.APP_KEY) throw new AppError('unknown_application_key', { field: 'key' })
    const found = await findOrder(body.client_txn_id, caller)
    const settled =
      found.payment === null || found.payment.state === 'paid' || deps.quietMode.current() !== undefined
    const order = settled ? found : await confirmOrderPayment(deps, found)
    return { order: orderView(order), data: paymentData(order) }
  })

  mount(vault.revealSecret, async ({ caller, body, ip, userAgent }) => {
    requireUnfrozen(caller, deps.clock.now())
    const { client_txn_id: orderid, secret } = body
    return revealSecret(deps, caller, { orderid, secret, from: clientOf(ip, userAgent) })
  })

  mount(tracePaymentCall, async ({ caller, params }) => {
    const found = await findOrder(params.client_txn_id, caller)
    const { order, watchedUntil, ...sides } = await tracePayment(deps, found)
    const until = watchedUntil ? { watchedUntil: watchedUntil.toISOString() } : {}
    return { order: orderView(order), data: paymentData(order), ...sides, ...until }
  })

  mount(choose, async ({ caller, params, body }) =>
    orderView(await chooseLateOffer(deps, caller, { orderid: params.client_txn_id, ...body })),
  )

  mount(orderReceipt, async ({ caller, params }) =>
    receiptView(await findOrder(params.client_txn_id, { ...caller, role: 'user' }), deps.env),
  )

  mount(paymentPageCall, ({ caller, params }) => paymentPage(deps, caller, params.client_txn_id))

  mount(myOrders, async ({ caller, params }) => countOrders(await ownUserIdOf(caller, params._id)))
}

type OrderCall = Pick<
  HandlerRequest<typeof calls.createOrder>,
  'caller' | 'body' | 'orderAgain' | 'reference' | 'isStillWanted'
>

/** The call decides how an order is paid; a body with another payment mode is rejected. */
function orderRequest(placing: OrderCall, paymentmode: 'upi' | 'wallet') {
  const { caller, body, orderAgain, reference, isStillWanted } = placing
  if (body.paymentmode !== paymentmode)
    throw new AppError('payment_mode_not_supported', { field: 'paymentmode' })
  requireOwnUserId({ ...caller, role: 'user' }, body.userid, 'userid')
  const { product_id: productId, itemid, input1, input2, key, expectedPrice } = body
  const expectedPricePaise = expectedPrice === undefined ? undefined : toPaise(expectedPrice)
  const details = { productId, itemid, input1, input2, key, expectedPricePaise, paymentmode }
  return { ...details, orderid: reference('JP'), orderAgain, isStillWanted }
}

/** The specification sends the browser to a separate page when the wallet's balance is too low. */
function redirectToTopUp(error: unknown): never {
  if (error instanceof AppError && error.code === 'insufficient_balance') {
    throw new AppError('insufficient_balance', { details: { redirect_url: '/balanceerror' } })
  }
  throw error
}
