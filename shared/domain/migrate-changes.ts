import { OrderModel } from './orders/index.ts'

/** Orders of an earlier release have no changes to be folded from: only their moves are. May be run again. */
export async function addChanges(): Promise<void> {
  await OrderModel.collection.updateMany({ changes: { $exists: false } }, { $set: { changes: null } })
}
