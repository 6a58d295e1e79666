import type { ClientSession, Types } from 'mongoose'
import { ledgerAccounts } from './ledger-model.ts'
import { postEntries, type UpdatedWallets } from './post-entries.ts'
import { recordTransaction } from './record-transaction.ts'
import type { IWalletTransaction } from './wallet-transaction-model.ts'

type Owner = { userId: Types.ObjectId; customer: IWalletTransaction['customer'] }
type ReviewedPayment = { ref: string; amountPaise: number; gateway: string; orderid: string; at: Date }

/**
 * Credits money in review to the customer's wallet, in the caller's transaction. `ref` (`clientTxnId/discrepancy`) is
 * the posting's cause, so it happens once.
 */
export async function creditReviewedPayment(
  tx: ClientSession,
  owner: Owner,
  { ref, amountPaise, gateway, orderid, at }: ReviewedPayment,
): Promise<UpdatedWallets> {
  const note = `Payment for ${ref.split('/')[0]}, checked by our team`
  const postings = [
    { account: ledgerAccounts.gateway(gateway), amountPaise: -amountPaise },
    { account: ledgerAccounts.wallet(owner.userId), amountPaise },
  ]
  const moved = await postEntries(tx, [{ kind: 'reviewed_payment', ref, postings }], at)
  await recordTransaction(tx, owner, { kind: 'unallocated_payment', amountPaise, orderid, note, at, moved })
  return moved
}
