import { test } from '@playwright/test'
import mongoose from 'mongoose'
import type { Wish } from '../../../scripts/demo/shop.ts'

/** Runs `act` on the shop's database; a test is skipped where that is unreachable. */
export async function inDatabase<T>(act: (database: mongoose.Connection) => Promise<T>): Promise<T> {
  const uri = process.env.E2E_MONGODB_URI
  test.skip(!uri, 'the database of the shop at E2E_URL is not told')
  const database = await mongoose.createConnection(uri ?? '').asPromise()
  try {
    return await act(database)
  } finally {
    await database.close()
  }
}

type StoredItem = { _id: number; name: string; inStock: boolean; discountedPaise: number }

type Terms = Pick<StoredItem, 'inStock' | 'discountedPaise'>

/** Changes an item like another admin while `act` runs, and restores it. */
export async function whileItemIs(
  { product, item: name }: Pick<Wish, 'product' | 'item'>,
  change: Partial<Terms>,
  act: () => Promise<void>,
): Promise<void> {
  const set = (values: Partial<Terms>) =>
    inDatabase(async (database) => {
      const items = database.collection<StoredItem>('items')
      const sold = await database
        .collection<{ _id: string; items: number[] }>('products')
        .findOne({ _id: product })
      // Other products have items of the same name.
      const before = await items.findOneAndUpdate({ _id: { $in: sold?.items ?? [] }, name }, { $set: values })
      if (!before) throw new Error(`${product} has no item ${name}`)
      return before
    })
  const { inStock, discountedPaise } = await set(change)
  try {
    await act()
  } finally {
    await set({ inStock, discountedPaise })
  }
}

/** Ends the payment window of an order, as half an hour after it was placed. */
export async function endTimeToPay(orderid: string): Promise<void> {
  await inDatabase(async (database) => {
    const over = { $set: { 'payment.payBefore': new Date(Date.now() - 1_000) } }
    const { modifiedCount } = await database
      .collection<{ _id: string }>('orders')
      .updateOne({ _id: orderid }, over)
    if (modifiedCount === 0) throw new Error(`there is no order ${orderid} to pay`)
  })
}

/** Expires a person's sessions by the server's clock, unknown to their browsers. */
export async function expireSessions(email: string): Promise<void> {
  await inDatabase(async (database) => {
    const user = await database.collection('users').findOne({ email })
    const over = { $set: { expiresAt: new Date(Date.now() - 1_000) } }
    const { modifiedCount } = await database.collection('sessions').updateMany({ userId: user?._id }, over)
    if (modifiedCount === 0) throw new Error(`${email} had no session`)
  })
}
