import { OrderModel } from './orders/index.ts'

/** Orders of before were sent once. May be run again. */
export async function fillRedeliveries(): Promise<void> {
  const orders = OrderModel.collection
  await orders.updateMany(
    { redeliveryOf: { $exists: false } },
    { $set: { redeliveryOf: '', redelivery: null, givenUpAt: null } },
  )
}
