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

type Read =
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
export function walletTransactionRow(line: Pick<WalletTransactionDoc, Read>): WalletTransactionRow {
  return {
    txnid: line._id,
    type: line.kind === 'refund' ? 'Refunded' : line.amountPaise < 0 ? 'Debit' : 'Credit',
    status: line.status,
    amount: toRupees(line.amountPaise),
    balanceAfter: line.after ? toRupees(line.after.balancePaise) : null,
    orderid: line.orderid,
    customer: {
      _id: String(line.userId),
      name: line.customer.name,
      mobilenumber: line.customer.mobilenumber,
    },
    userid: line.customer.userid,
    useremail: line.customer.email,
    createdAt: line.createdAt.toISOString(),
    updatedAt: line.updatedAt.toISOString(),
    note: line.note,
    reference: line.payment?.captures[0]?.bankReference ?? '',
  }
}
