import type { ClientSession, Types } from 'mongoose'
import { ledgerAccounts } from './ledger-model.ts'
import { postEntries, type UpdatedWallets } from './post-entries.ts'
import { recordTransaction } from './record-transaction.ts'
import { type IWalletTransaction, WalletTransactionModel } from './wallet-transaction-model.ts'

type Owner = { userId: Types.ObjectId; customer: IWalletTransaction['customer'] }

/** `by` is the admin's `_id` in hex; a negative amount is taken out. */
export type Adjustment = { txnid: string; amountPaise: number; by: string; at: Date }

/**
 * Adds money to a wallet by hand, or takes it out, in the caller's transaction. The txnid is the posting's cause, so it
 * happens once. The customer sees that our team did it; the reason is in the audit log.
 * @throws AppError insufficient_balance when more is taken out than is there
 * @throws a duplicate-key error (see `isDuplicateKey`) when it was done before
 */
export async function adjustWallet(
  tx: ClientSession,
  owner: Owner,
  { txnid, amountPaise, by, at }: Adjustment,
): Promise<UpdatedWallets> {
  const postings = [
    { account: ledgerAccounts.adjustments, amountPaise: -amountPaise },
    { account: ledgerAccounts.wallet(owner.userId), amountPaise },
  ]
  const moved = await postEntries(tx, [{ kind: 'adjustment', ref: txnid, postings }], at)
  const note = amountPaise > 0 ? 'Credited by our team' : 'Debited by our team'
  await recordTransaction(tx, owner, {
    kind: 'adjustment',
    amountPaise,
    orderid: '',
    note,
    at,
    moved,
    txnid,
    by,
  })
  return moved
}

/** Whether an adjustment was made under this txnid. */
export async function isAdjusted(txnid: string): Promise<boolean> {
  return (await WalletTransactionModel.exists({ _id: txnid })) !== null
}
