import { OrderModel } from './orders/index.ts'

/** Nothing was kept for the customers of before. May be run again. */
export async function fillVaults(): Promise<void> {
  await OrderModel.collection.updateMany({ vault: { $exists: false } }, { $set: { vault: [] } })
}
