import { AppError } from '../../../platform/app-error.ts'
import type { Caller } from '../../accounts/index.ts'
import { type OrderDoc, OrderModel } from '../model/order-model.ts'
import type { OrderRequest } from './draft-order.ts'

/**
 * Makes the order of a request unless another try of it has, which the order's id tells: then whatever stopped this
 * one, such as a stock that has run out or the money that the other has taken, is no news. Nothing is looked up
 * beforehand, since hardly any request comes twice.
 * @returns `found` when another try made it
 * @throws what `make` throws; idempotency_key_reused when the order's id is that of something else
 */
export async function placeOnce<Made>(
  caller: Caller,
  request: OrderRequest,
  make: () => Promise<Made>,
): Promise<{ found: OrderDoc } | { made: Made }> {
  try {
    return { made: await make() }
  } catch (error) {
    const other = await findPlaced(caller, request)
    if (!other) throw error
    return { found: other }
  }
}

async function findPlaced(caller: Caller, request: OrderRequest): Promise<OrderDoc | undefined> {
  // What a transaction saw before it failed may be too young for other reads: this one waits until it has lasted.
  const order = await OrderModel.findById(request.orderid)
    .readConcern('linearizable')
    .maxTimeMS(10_000)
    .lean<OrderDoc | null>()
  if (!order) return undefined
  if (!isAskedFor(order, caller, request)) throw new AppError('idempotency_key_reused')
  return order
}

/** The id says so already: it is reserved for one request. This is for the day when something is wrong with that. */
function isAskedFor(order: OrderDoc, caller: Caller, request: OrderRequest): boolean {
  return (
    String(order.userId) === caller.userId &&
    order.paymentmode === request.paymentmode &&
    order.product.productid === request.productId &&
    order.item.itemid === request.itemid &&
    order.input1 === request.input1 &&
    order.input2 === request.input2
  )
}
