import { isAllowed, type StaffMember } from '../../contracts/permissions.ts'
import { AppError } from '../../platform/app-error.ts'
import { type WalletTransactionDoc, WalletTransactionModel } from './wallet-transaction-model.ts'

/**
 * A top-up by its `client_txn_id`, if it is this person's (or the caller may see customers).
 * @throws not_found
 */
export async function findTopUp(txnid: string, caller: StaffMember & { userId: string }): Promise<WalletTransactionDoc> {
  const transaction = await WalletTransactionModel.findOne({ _id: txnid, kind: 'topup' }).lean<WalletTransactionDoc | null>()
  if (!transaction || (String(transaction.userId) !== caller.userId && !isAllowed(caller, 'customers.view')))
    throw new AppError('not_found')
  return transaction
}
