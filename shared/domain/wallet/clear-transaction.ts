import { unchangedAsRead } from '../../platform/due-tasks.ts'
import { type WalletTransactionDoc, WalletTransactionModel } from './wallet-transaction-model.ts'

/** Pure. Whether something about the transaction has not ended, so that its customer is still needed. */
export const isTransactionOpen = ({
  status,
  payment,
  due,
}: Pick<WalletTransactionDoc, 'status' | 'payment' | 'due'>): boolean =>
  status === 'Created' ||
  status === 'Processing' ||
  Boolean(payment?.discrepancyAt ?? due.payment.at ?? due.notify.at)

const transactionTasks = ['payment', 'notify'] as const

/**
 * Replaces the personal values of a transaction if it is unchanged since it was read. `updatedAt` stays, and nothing
 * is published.
 * @param values the new values, by their paths
 * @returns false when it has changed, and nothing was written
 */
export async function clearTransaction(
  transaction: WalletTransactionDoc,
  values: Readonly<Record<string, unknown>>,
): Promise<boolean> {
  const { _id, version } = transaction
  const { matchedCount } = await WalletTransactionModel.updateOne(
    { _id, version, ...unchangedAsRead(transaction, transactionTasks) },
    { $set: values, $inc: { revision: 1 } },
    { timestamps: false },
  )
  return matchedCount === 1
}
