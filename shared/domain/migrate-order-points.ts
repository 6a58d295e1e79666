import { OrderModel } from './orders/index.ts'

/** Nothing was promised to orders of before. */
export async function fillOrderPoints(): Promise<void> {
  await OrderModel.collection.updateMany({ points: { $exists: false } }, { $set: { points: null } })
}
