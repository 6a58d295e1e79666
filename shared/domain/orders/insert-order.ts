import { type ClientSession, Types } from 'mongoose'
import { isDuplicateKey } from '../../platform/mongo.ts'
import type { Caller } from '../accounts/index.ts'
import { type OrderDoc, OrderModel } from './order-model.ts'

/** The order that this Idempotency-Key made before, if any. */
export async function findByKey(
  caller: Pick<Caller, 'userId'>,
  idempotencyKey: string | undefined,
): Promise<OrderDoc | undefined> {
  if (!idempotencyKey) return undefined
  const order = await OrderModel.findOne({
    userId: new Types.ObjectId(caller.userId),
    idempotencyKey,
  }).lean<OrderDoc | null>()
  return order ?? undefined
}

/** Writes a new order; of two with one Idempotency-Key the first stays and is returned for both. */
export async function insertOrder(order: OrderDoc, session?: ClientSession): Promise<OrderDoc> {
  try {
    await OrderModel.insertMany([order], session ? { session } : {})
    return order
  } catch (error) {
    const first =
      isDuplicateKey(error) && !session
        ? await findByKey({ userId: String(order.userId) }, order.idempotencyKey)
        : undefined
    if (!first) throw error
    return first
  }
}
