import type { ClientSession } from 'mongoose'
import { ledgerAccounts, type UpdatedWallets, postEntries, recordTransaction } from '../../wallet/index.ts'
import type { OrderDoc } from '../order-model.ts'

type Credit = { kind: 'order_refund' | 'order_partial_refund'; amountPaise: number; note: string; at: Date }

/**
 * Puts money of an order back into its customer's wallet, with a line in their history, in the caller's transaction.
 * The order's id is the posting's cause, so each kind happens once.
 */
export async function postRefund(
  tx: ClientSession,
  order: OrderDoc,
  { kind, amountPaise, note, at }: Credit,
): Promise<UpdatedWallets> {
  const postings = [
    { account: ledgerAccounts.sales, amountPaise: -amountPaise },
    { account: ledgerAccounts.wallet(order.userId), amountPaise },
  ]
  const moved = await postEntries(tx, [{ kind, ref: order._id, postings }], at)
  await recordTransaction(tx, order, { kind: 'refund', amountPaise, orderid: order._id, note, at, moved })
  return moved
}
