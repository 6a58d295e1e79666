import type { Types } from 'mongoose'
import { WalletTransactionModel } from './wallet-transaction-model.ts'

/** How many top-ups of a customer wait for their money. */
export const countUnpaidTopUps = (userId: Types.ObjectId): Promise<number> =>
  WalletTransactionModel.countDocuments({ userId, status: { $in: ['Created', 'Processing'] } })
