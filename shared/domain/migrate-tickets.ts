import { OrderModel } from './orders/index.ts'

/** Orders of before were reported by nobody. */
export async function fillTickets(): Promise<void> {
  await OrderModel.collection.updateMany({ ticket: { $exists: false } }, { $set: { ticket: null } })
}
