import { OrderModel } from './orders/index.ts'

/** Customers of before chose nothing. May be run again. */
export async function fillOffers(): Promise<void> {
  await OrderModel.collection.updateMany({ offer: { $exists: false } }, { $set: { offer: null } })
}
