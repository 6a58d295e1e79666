import type { Types } from 'mongoose'
import { WalletTransactionModel } from './wallet-transaction-model.ts'

/** Number of a customer's unpaid top-ups. */
export const countUnpaidTopUps = (userId: Types.ObjectId): Promise<number> =>
  WalletTransactionModel.countDocuments({ userId, status: { $in: ['Created', 'Processing'] } })
