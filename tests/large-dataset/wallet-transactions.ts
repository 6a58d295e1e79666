import type { IUser } from '@jhatpat/shared/domain/accounts/index.ts'
import type { WalletAfter, WalletTransactionDoc } from '@jhatpat/shared/domain/wallet/index.ts'
import { noTask } from '@jhatpat/shared/platform/due-tasks.ts'
import { contactOf, makePastPayment } from './past-order.ts'

type Line = { txnid: string; user: IUser; at: Date; paise: number; after: WalletAfter }

/** A top-up that was credited. */
export const makeTopUp = ({
  txnid,
  user,
  at,
  paise,
  after,
  bankReference,
}: Line & { bankReference: string }): WalletTransactionDoc => ({
  ...lineOf({ txnid, user, at, paise, after }),
  kind: 'topup',
  orderid: '',
  note: 'Top-up by UPI',
  version: 2,
  revision: 2,
  payment: makePastPayment(txnid, { at, paise, bankReference, allocatedTo: 'wallet' }),
  history: [
    { at, from: 'Created', to: 'Success', by: 'payments', reason: `bank reference ${bankReference}` },
  ],
})

/** What an order debited from a wallet, or refunded to it. */
export const makeWalletTransaction = ({
  kind,
  orderid,
  ...line
}: Line & { kind: 'order_debit' | 'refund'; orderid: string }): WalletTransactionDoc => ({
  ...lineOf(line),
  kind,
  orderid,
  note: kind === 'refund' ? 'Refund' : 'Order',
  payment: null,
  version: 0,
  revision: 0,
  history: [],
})

const lineOf = ({ txnid, user, at, paise, after }: Line) => ({
  _id: txnid,
  status: 'Success' as const,
  userId: user._id,
  customer: contactOf(user),
  amountPaise: paise,
  after,
  due: { payment: noTask(), notify: noTask(), sweepCount: 0 },
  createdAt: at,
  updatedAt: at,
})
