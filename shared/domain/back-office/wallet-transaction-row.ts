import type { WalletTransactionRow } from '../../contracts/admin-lists.ts'
import { toRupees } from '../../contracts/money.ts'
import type { WalletTransactionDoc } from '../wallet/index.ts'

/** The fields of a transaction that a row shows. */
export const walletTransactionFields = {
  _id: 1,
  kind: 1,
  status: 1,
  userId: 1,
  customer: 1,
  amountPaise: 1,
  orderid: 1,
  note: 1,
  'after.balancePaise': 1,
  'payment.captures.bankReference': 1,
  createdAt: 1,
  updatedAt: 1,
} as const

type RowField =
  | '_id'
  | 'kind'
  | 'status'
  | 'userId'
  | 'customer'
  | 'amountPaise'
  | 'orderid'
  | 'note'
  | 'after'
  | 'payment'
  | 'createdAt'
  | 'updatedAt'

/** Refunds are a type here and a status for the customer, because the two lists filter by these words. */
export function walletTransactionRow(
  transaction: Pick<WalletTransactionDoc, RowField>,
): WalletTransactionRow {
  return {
    txnid: transaction._id,
    type: transaction.kind === 'refund' ? 'Refunded' : transaction.amountPaise < 0 ? 'Debit' : 'Credit',
    status: transaction.status,
    amount: toRupees(transaction.amountPaise),
    balanceAfter: transaction.after ? toRupees(transaction.after.balancePaise) : null,
    orderid: transaction.orderid,
    customer: {
      _id: String(transaction.userId),
      name: transaction.customer.name,
      mobilenumber: transaction.customer.mobilenumber,
    },
    userid: transaction.customer.userid,
    useremail: transaction.customer.email,
    createdAt: transaction.createdAt.toISOString(),
    updatedAt: transaction.updatedAt.toISOString(),
    note: transaction.note,
    reference: transaction.payment?.captures[0]?.bankReference ?? '',
  }
}
