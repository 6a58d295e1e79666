import type { ClientSession } from 'mongoose'
import { asFilter, type Update } from '../../../platform/typed-update.ts'
import { type OrderDoc, OrderModel } from '../order-model.ts'
import type { OrderGuard } from './order-update.ts'

/** One compare-and-set of one order: what must hold, and what is written then. */
export type OrderWrite = {
  id: OrderDoc['_id']
  guard: OrderGuard
  update: Update<OrderDoc>
  /** Whether `updatedAt` moves. */
  isSeen: boolean
}

/** @returns the order afterwards, or undefined when what had to hold did not */
export async function writeOne(
  { id, guard, update, isSeen }: OrderWrite,
  session?: ClientSession,
): Promise<OrderDoc | undefined> {
  const after = await OrderModel.findOneAndUpdate(asFilter<OrderDoc>({ ...guard, _id: id }), update, {
    returnDocument: 'after',
    timestamps: isSeen,
    ...(session ? { session } : {}),
  }).lean<OrderDoc | null>()
  return after ?? undefined
}

/**
 * The same for many orders, each another one, in the caller's transaction.
 * @returns the orders afterwards, in the order of the writes
 * @throws when what had to hold of one did not: then nothing of the others may be kept
 */
export async function writeEach(session: ClientSession, writes: readonly OrderWrite[]): Promise<OrderDoc[]> {
  // mongoose's type of many writes knows of no field that may be null.
  const asked = writes.map(({ id, guard, update, isSeen }) => ({
    updateOne: { filter: { ...guard, _id: id }, update, timestamps: isSeen },
  })) as never[]
  const { matchedCount } = await OrderModel.bulkWrite(asked, { session })
  if (matchedCount !== writes.length) throw new Error('one of these orders has moved on')
  const ids = writes.map(({ id }) => id)
  const found = await OrderModel.find({ _id: { $in: ids } }, null, { session }).lean<OrderDoc[]>()
  const orders = new Map(found.map((order) => [order._id, order]))
  return ids.map((id) => orders.get(id) as OrderDoc)
}
