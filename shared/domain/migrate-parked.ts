import { OrderModel } from './orders/index.ts'

/** No order of before is parked. May be run again. */
export async function fillParked(): Promise<void> {
  await OrderModel.collection.updateMany({ parked: { $exists: false } }, { $set: { parked: null } })
}
