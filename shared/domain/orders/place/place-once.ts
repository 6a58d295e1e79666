import { AppError } from '../../../platform/app-error.ts'
import type { Caller } from '../../accounts/index.ts'
import { type OrderDoc, OrderModel } from '../model/order-model.ts'
import type { OrderRequest } from './draft-order.ts'

/**
 * Makes the order of a request unless another try has made it, which the order's id shows. An error of this
 * try, such as sold-out stock or a balance that the other try has used, is then ignored. The check comes
 * after a failure only, because requests are rarely repeated.
 * @returns `found` when another try made it
 * @throws what `make` throws; idempotency_key_reused when the order's id belongs to another request
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

/**
 * The order of a request whose write failed, or whose outcome is unknown.
 * @throws idempotency_key_reused when the order's id belongs to another request
 */
export async function findPlaced(caller: Caller, request: OrderRequest): Promise<OrderDoc | undefined> {
  // A transaction can see a commit that other reads do not return yet: a linearizable read waits for it.
  const order = await OrderModel.findById(request.orderid)
    .readConcern('linearizable')
    .maxTimeMS(10_000)
    .lean<OrderDoc | null>()
  if (!order) return undefined
  if (!matchesRequest(order, caller, request)) throw new AppError('idempotency_key_reused')
  return order
}

/** The id is reserved for one request; this detects a broken reservation. */
function matchesRequest(order: OrderDoc, caller: Caller, request: OrderRequest): boolean {
  return (
    String(order.userId) === caller.userId &&
    order.paymentmode === request.paymentmode &&
    order.product.productid === request.productId &&
    order.item.itemid === request.itemid &&
    order.input1 === request.input1 &&
    order.input2 === request.input2
  )
}
