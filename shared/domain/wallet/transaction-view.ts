import { toRupees } from '../../contracts/money.ts'
import type { TopUpState } from '../../contracts/order-state.ts'
import type { WalletTransaction } from '../../contracts/wallet.ts'
import { inReviewSince, isDeclined } from '../payments/index.ts'
import type { WalletTransactionDoc } from './wallet-transaction-model.ts'

/**
 * A transaction as its owner sees it. A refund is a Credit with status Refunded here; admins see type Refunded, since
 * the two lists filter by those words in different columns.
 */
export function transactionView(transaction: WalletTransactionDoc): WalletTransaction {
  return {
    txnid: transaction._id,
    type: transaction.amountPaise < 0 ? 'Debit' : 'Credit',
    status: transaction.kind === 'refund' ? 'Refunded' : transaction.status,
    amount: toRupees(Math.abs(transaction.amountPaise)),
    orderid: transaction.orderid,
    userid: transaction.customer.userid,
    useremail: transaction.customer.email,
    createdAt: transaction.createdAt.toISOString(),
    updatedAt: transaction.updatedAt.toISOString(),
    note: transaction.note,
    ...(transaction.after
      ? {
          balanceAfter: toRupees(transaction.after.balancePaise),
          movedAt: transaction.after.at.toISOString(),
        }
      : {}),
    revision: transaction.revision,
    ...(transaction.kind === 'topup' ? { state: topUpState(transaction) } : {}),
  }
}

function topUpState({ status, payment, createdAt, history }: WalletTransactionDoc): TopUpState {
  const isOpen = status === 'Created' || status === 'Processing'
  if (!payment || !isOpen) {
    const failedAt = status === 'Failed' ? history.findLast(({ to }) => to === status)?.at : undefined
    return { waitingFor: 'nothing', ...(isDeclined(payment, failedAt) ? { declined: true } : {}) }
  }
  const inReview = inReviewSince(payment)
  if (inReview) return { waitingFor: 'payment_review', since: inReview.toISOString() }
  return {
    waitingFor: 'payment',
    since: createdAt.toISOString(),
    until: payment.payBefore.toISOString(),
  }
}
