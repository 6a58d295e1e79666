import type { Types } from 'mongoose'
import { MovementModel } from './movement-model.ts'

/** How many top-ups of a customer wait for their money. */
export const countUnpaidTopUps = (userId: Types.ObjectId): Promise<number> =>
  MovementModel.countDocuments({ userId, status: { $in: ['Created', 'Processing'] } })
