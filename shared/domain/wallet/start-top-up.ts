import { Types } from 'mongoose'
import { toPaise } from '../../contracts/money.ts'
import { AppError } from '../../platform/app-error.ts'
import { noTask, taskAt } from '../../platform/due-tasks.ts'
import { ignoreDuplicate } from '../../platform/mongo.ts'
import type { Deps } from '../deps.ts'
import { isUpiPaused } from '../incidents/index.ts'
import {
  createPaymentAttempt,
  type IPayment,
  newAttempt,
  newPayment,
  paymentUrlOf,
} from '../payments/index.ts'
import { checkTopUpPayment } from './jobs.ts'
import {
  type IWalletTransaction,
  type WalletTransactionDoc,
  WalletTransactionModel,
} from './wallet-transaction-model.ts'

/** The customer, from the session. */
export type TopUpOwner = { userId: string; userid: string; name: string; email: string; mobilenumber: string }

type TopUpDeps = Pick<Deps, 'clock' | 'env' | 'gateway' | 'gatewayOf' | 'redis' | 'queues' | 'log'> & {
  /** Passed in, since orders depend on this slice; they count towards the same limit. */
  countUnpaidOrders(userId: Types.ObjectId): Promise<number>
}

/**
 * Stores a top-up, then creates a payment attempt at the gateway, so that no money can come for an unknown id.
 * @param request.txnid the new top-up's id, the same for every retry of a request
 * @param request.amount rupees
 * @returns where to pay, and the top-up's id
 * @throws what `createPaymentAttempt` throws, amount_invalid, upi_paused, idempotency_key_reused, too_many_unpaid
 */
export async function startTopUp(
  deps: TopUpDeps,
  owner: TopUpOwner,
  request: { txnid: string; amount: number },
): Promise<{ payment_url: string; client_txn_id: string }> {
  const amountPaise = toPaise(request.amount)
  if (amountPaise <= 0) throw new AppError('amount_invalid', { field: 'value' })
  const created = newTopUp(deps, owner, { ...request, amountPaise })
  // While UPI is paused a retry of a stored top-up still continues: its page shows the state.
  const canContinue = (await isUpiPaused())
    ? await WalletTransactionModel.exists({ _id: request.txnid })
    : true
  if (!canContinue) throw new AppError('upi_paused')
  const transaction = await insertOnce(created)
  const { _id: txnid, status, payment } = transaction
  const reply = { payment_url: `/walletconfirmation?client_txn_id=${txnid}`, client_txn_id: txnid }
  if (status === 'Success' || status === 'Failed' || !payment) return reply
  const isNew = transaction === created
  if (isNew) await requireRoom(deps, transaction)
  await deps.queues.enqueue(checkTopUpPayment, txnid, {
    at: transaction.due.payment.at ?? deps.clock.now(),
    seq: transaction.due.payment.seq,
  })
  const attempt = await createPaymentAttempt(deps, paymentTargetOf(transaction, payment, isNew))
  return attempt ? { ...reply, payment_url: paymentUrlOf(txnid, attempt) } : reply
}

/** Counts with the new top-up stored, so that concurrent requests cannot exceed the limit. */
async function requireRoom(deps: TopUpDeps, transaction: WalletTransactionDoc): Promise<void> {
  const { userId, _id } = transaction
  const open = await Promise.all([deps.countUnpaidOrders(userId), countUnpaidTopUps(userId)])
  if (open[0] + open[1] <= deps.env.MAX_UNPAID) return
  await WalletTransactionModel.deleteOne({ _id, version: 1, 'payment.checkCount': 0 })
  throw new AppError('too_many_unpaid')
}

/** Number of a customer's unpaid top-ups. */
export const countUnpaidTopUps = (userId: Types.ObjectId): Promise<number> =>
  WalletTransactionModel.countDocuments({ userId, status: { $in: ['Created', 'Processing'] } })

function newTopUp(
  deps: TopUpDeps,
  owner: TopUpOwner,
  request: { txnid: string; amountPaise: number },
): IWalletTransaction {
  const now = deps.clock.now()
  const { userId, ...customer } = owner
  const firstPollAt = new Date(now.getTime() + (deps.env.PAYMENT_POLL_MS[0] ?? 5_000))
  return {
    _id: request.txnid,
    kind: 'topup',
    status: 'Created',
    userId: new Types.ObjectId(userId),
    customer,
    amountPaise: request.amountPaise,
    orderid: '',
    note: 'Top-up by UPI',
    after: null,
    payment: {
      ...newPayment(deps.gateway.name, now, deps.env.PAYMENT_WINDOW_MS),
      attempts: [newAttempt(request.txnid, now)],
    },
    version: 1,
    revision: 1,
    history: [{ at: now, from: '', to: 'Created', by: 'customer', reason: '' }],
    due: { payment: taskAt(firstPollAt), notify: noTask(), sweepCount: 0 },
    createdAt: now,
    updatedAt: now,
  }
}

/** A retry of a request finds the top-up of the first. */
async function insertOnce(transaction: IWalletTransaction): Promise<WalletTransactionDoc> {
  if (await ignoreDuplicate(() => WalletTransactionModel.insertMany([transaction]))) return transaction
  const first = await WalletTransactionModel.findById(transaction._id).lean<WalletTransactionDoc | null>()
  if (!first) throw new AppError('service_unavailable')
  if (!first.userId.equals(transaction.userId)) throw new AppError('idempotency_key_reused')
  return first
}

const paymentTargetOf = (transaction: WalletTransactionDoc, payment: IPayment, isNew: boolean) => ({
  model: WalletTransactionModel,
  _id: transaction._id,
  clientTxnId: transaction._id,
  payment,
  isNew,
  request: {
    amountPaise: transaction.amountPaise,
    description: 'Wallet top-up',
    customer: {
      name: transaction.customer.name,
      email: transaction.customer.email,
      mobile: transaction.customer.mobilenumber,
    },
  },
  returnPath: '/walletconfirmation',
})
