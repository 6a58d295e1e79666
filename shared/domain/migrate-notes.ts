import { OrderModel } from './orders/index.ts'

/** Nobody has written a note on an order of before. May be run again. */
export async function fillNotes(): Promise<void> {
  await OrderModel.collection.updateMany({ notes: { $exists: false } }, { $set: { notes: [] } })
}
