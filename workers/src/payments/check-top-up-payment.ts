import {
  checkTopUpPayment,
  confirmTopUp,
  type WalletTransactionDoc,
  WalletTransactionModel,
} from '@jhatpat/shared/domain/wallet/index.ts'
import { documentJob } from '../job.ts'

export const checkTopUpPaymentHandler = documentJob(checkTopUpPayment, async (deps, { id, seq }) => {
  const transaction = await WalletTransactionModel.findById(id).lean<WalletTransactionDoc | null>()
  if (transaction?.due.payment.seq === seq && transaction.due.payment.at) await confirmTopUp(deps, transaction)
})
