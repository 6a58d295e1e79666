import { isAllowed, type StaffMember } from '../../../contracts/permissions.ts'
import { AppError } from '../../../platform/app-error.ts'
import { batchDelays, batchReadsById } from '../../../platform/batches/index.ts'
import { type OrderDoc, OrderModel } from './order-model.ts'

/**
 * Finds an order by its id, if it belongs to the caller or the caller may see all orders.
 * @throws not_found
 */
export async function findOrder(
  orderid: string,
  caller: StaffMember & { userId: string },
): Promise<OrderDoc> {
  const order = await readAtOnce(orderid)
  if (!order || (String(order.userId) !== caller.userId && !isAllowed(caller, 'orders.view')))
    throw new AppError('not_found')
  return order
}

/** For a person who waits for it. */
const readAtOnce = batchReadsById<OrderDoc>(OrderModel)

/** The order as stored now; undefined if there is none. Concurrent reads are batched in one query. */
export const readOrder = batchReadsById<OrderDoc>(OrderModel, { batchDelayMs: batchDelays.step })
