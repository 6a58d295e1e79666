import { type QueryFilter, Types } from 'mongoose'
import type { ListCount } from '../../contracts/list-queries.ts'
import { isAllowed, type StaffMember } from '../../contracts/permissions.ts'
import type { WalletTransaction } from '../../contracts/wallet.ts'
import { AppError } from '../../platform/app-error.ts'
import { countRows, likeId, type PageQuery, readOwnerPage } from '../../platform/list-page.ts'
import { transactionView } from './transaction-view.ts'
import { ownerIndex, type WalletTransactionDoc, WalletTransactionModel } from './wallet-transaction-model.ts'

/** An owner's filters for the wallet's transactions, by the values that `transactionView` shows. */
type TransactionFilters = {
  q?: string | undefined
  status?: WalletTransaction['status'] | undefined
  type?: WalletTransaction['type'] | undefined
}

/** A wallet's transactions, newest first. */
export async function listTransactions(
  userId: string,
  query: TransactionFilters & PageQuery,
): Promise<WalletTransaction[]> {
  const transactions = await readOwnerPage(WalletTransactionModel, listOf(userId, query), query)
  return transactions.map(transactionView)
}

/** The number of a wallet's transactions, and of those that match. */
export function countTransactions(userId: string, filters: TransactionFilters): Promise<ListCount> {
  return countRows(WalletTransactionModel, listOf(userId, filters))
}

/** Number of a customer's unpaid top-ups. */
export const countUnpaidTopUps = (userId: Types.ObjectId): Promise<number> =>
  WalletTransactionModel.countDocuments({ userId, status: { $in: ['Created', 'Processing'] } })

const listOf = (userId: string, filters: TransactionFilters) => ({
  owner: { userId: new Types.ObjectId(userId) },
  wanted: wantedTransactions(filters),
  index: ownerIndex,
})

function wantedTransactions({ q = '', status, type }: TransactionFilters): QueryFilter<WalletTransactionDoc> {
  return {
    ...(q && { _id: likeId(q) }),
    ...(status && shownAs(status)),
    ...(type && { amountPaise: type === 'Debit' ? { $lt: 0 } : { $gte: 0 } }),
  }
}

/** Every refund is shown as Refunded, though its stored status is Success. */
function shownAs(status: WalletTransaction['status']): QueryFilter<WalletTransactionDoc> {
  return status === 'Refunded' ? { kind: 'refund' } : { status, kind: { $ne: 'refund' } }
}

/**
 * A top-up by its `client_txn_id`, if it is the caller's own or the caller may see customers.
 * @throws not_found
 */
export async function findTopUp(
  txnid: string,
  caller: StaffMember & { userId: string },
): Promise<WalletTransactionDoc> {
  const transaction = await WalletTransactionModel.findOne({
    _id: txnid,
    kind: 'topup',
  }).lean<WalletTransactionDoc | null>()
  if (!transaction || (String(transaction.userId) !== caller.userId && !isAllowed(caller, 'customers.view')))
    throw new AppError('not_found')
  return transaction
}
