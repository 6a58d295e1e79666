import type { Types } from 'mongoose'
import { unpaidIndex } from '../order-indexes.ts'
import { OrderModel } from '../order-model.ts'

/** How many orders of a customer wait for their money. */
export const countUnpaidOrders = (userId: Types.ObjectId): Promise<number> =>
  OrderModel.countDocuments({ status: 'Created', userId }).hint(unpaidIndex)
