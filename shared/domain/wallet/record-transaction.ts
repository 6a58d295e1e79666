import type { ClientSession, Types } from 'mongoose'
import { noTask } from '../../platform/due-tasks.ts'
import { newReference } from '../../platform/ids.ts'
import { insertValidated } from '../../platform/insert-validated.ts'
import type { UpdatedWallets } from './post-entries.ts'
import {
  type IWalletTransaction,
  type WalletAfter,
  WalletTransactionModel,
} from './wallet-transaction-model.ts'

type Owner = { userId: Types.ObjectId; customer: IWalletTransaction['customer'] }

type CompletedTransaction = {
  kind: Exclude<IWalletTransaction['kind'], 'topup'>
  amountPaise: number
  orderid: string
  note: string
  at: Date
  /** The result of posting it. */
  moved: UpdatedWallets
  /** The txnid, when known before; random otherwise. */
  txnid?: string
  /** The `_id` in hex of the admin who did it. */
  by?: string
}

/**
 * Records a completed wallet transaction, in the transaction that moved the money.
 * @returns its txnid
 */
export async function recordTransaction(
  tx: ClientSession,
  owner: Owner,
  line: CompletedTransaction,
): Promise<string> {
  const transaction = completedTransaction(owner, line)
  await recordTransactions(tx, [transaction])
  return transaction._id
}

/** `recordTransaction` for many wallets, built by `completedTransaction`. */
export async function recordTransactions(
  tx: ClientSession,
  transactions: IWalletTransaction[],
): Promise<void> {
  await insertValidated(WalletTransactionModel, transactions, tx)
}

/** A completed wallet transaction, not stored yet. */
export function completedTransaction(owner: Owner, line: CompletedTransaction): IWalletTransaction {
  const { at, moved, by = 'system', txnid = newReference('JW', at), ...rest } = line
  return {
    _id: txnid,
    ...rest,
    status: 'Success',
    userId: owner.userId,
    customer: contactOf(owner),
    after: walletAfter(moved, owner.userId, at),
    payment: null,
    version: 1,
    revision: 1,
    history: [{ at, from: '', to: 'Success', by, reason: line.note }],
    due: { payment: noTask(), notify: noTask(), sweepCount: 0 },
    createdAt: at,
    updatedAt: at,
  }
}

/**
 * The owner's wallet after the postings of a transaction.
 * @throws when they did not change that wallet: a programming error
 */
export function walletAfter(moved: UpdatedWallets, owner: Types.ObjectId, at: Date): WalletAfter {
  const wallet = moved.get(String(owner))
  if (!wallet) throw new Error(`no posting moved the wallet of ${owner}`)
  const { balancePaise, version } = wallet
  return { balancePaise, version, at }
}

/** The contact fields only; an order's customer has more. */
const contactOf = ({ customer: { userid, name, email, mobilenumber } }: Owner) => ({
  userid,
  name,
  email,
  mobilenumber,
})
