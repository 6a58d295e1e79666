import { isOpen } from '../../../contracts/order-status.ts'
import { inTransaction } from '../../../platform/mongo.ts'
import { writeInTransaction } from '../change/change-order.ts'
import { originalOrderChange } from '../change/original-order.ts'
import type { PublishDeps } from '../change/publish-order.ts'
import { type OrderDoc, OrderModel } from '../model/order-model.ts'
import { isRedelivery } from '../rules/redelivery-rules.ts'

const retryMs = 3_600_000

/**
 * Updates an original order if its redelivery has ended without doing so: a process of the previous version,
 * which may still be running, does not. Accepts either of the two orders.
 * @returns when to check again; undefined if there is nothing to check
 */
export async function repairOriginalOrder(deps: PublishDeps, order: OrderDoc): Promise<Date | undefined> {
  const isWaiting = order.redelivery?.state === 'in_progress'
  if (!isWaiting && !isRedelivery(order)) return undefined
  const redelivery = isWaiting
    ? await OrderModel.findById(order.redelivery?.orderid).lean<OrderDoc | null>()
    : order
  if (redelivery && !isOpen(redelivery.status)) await updateOriginal(deps, redelivery)
  return isWaiting ? new Date(deps.clock.now().getTime() + retryMs) : undefined
}

async function updateOriginal(deps: PublishDeps, redelivery: OrderDoc): Promise<void> {
  const pending = await inTransaction(async (tx) => {
    const change = await originalOrderChange(redelivery, tx)
    return change && writeInTransaction(deps, change.original, { changes: [change.edit], tx })
  })
  await pending?.publish()
}
