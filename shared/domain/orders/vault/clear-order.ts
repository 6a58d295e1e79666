import { unchangedAsRead } from '../../../platform/due-tasks.ts'
import { inTransaction } from '../../../platform/mongo.ts'
import { compareAndSet } from '../change/compare-and-set.ts'
import { editPatch } from '../change/transition-order.ts'
import type { OrderDoc } from '../model/order-model.ts'
import type { OrderSet } from '../model/order-update.ts'
import { orderTasks } from '../rules/open-matter.ts'
import { VaultModel } from './vault-model.ts'

/**
 * Replaces the personal values of an order and deletes what was delivered with it, both or neither, if the order is
 * unchanged since it was read. `updatedAt` stays, since nothing happened to the order, and nothing is published.
 * @param values the new values, by their paths
 * @returns false when the order has changed, and nothing was written
 */
export async function clearOrder(
  order: OrderDoc,
  values: Readonly<Record<string, unknown>>,
  at: Date,
): Promise<boolean> {
  const set = { ...values, clearedAt: order.clearedAt ?? at } as OrderSet
  const write = {
    ...editPatch(order, { guard: unchangedAsRead(order, orderTasks), set }, true),
    isVisible: false,
  }
  const deliveries = (order.vault ?? []).map(({ deliveryId }) => deliveryId)
  if (deliveries.length === 0) return (await compareAndSet(write)) !== undefined
  return inTransaction(async (tx) => {
    if (!(await compareAndSet(write, tx))) return false
    await VaultModel.deleteMany({ _id: { $in: deliveries } }, { session: tx })
    return true
  })
}
