import { Types } from 'mongoose'
import { toPaise } from '../../contracts/money.ts'
import type { PaymentGatewayName } from '../../contracts/payment-gateways.ts'
import { AppError } from '../../platform/app-error.ts'
import { noTask, taskAt } from '../../platform/due-tasks.ts'
import { ignoreDuplicate } from '../../platform/mongo.ts'
import type { Deps } from '../deps.ts'
import { openGateways } from '../incidents/index.ts'
import { countUnpaidOrders } from '../orders/index.ts'
import {
  createPaymentAttempt,
  type IPayment,
  newAttempt,
  newPayment,
  paymentUrlOf,
} from '../payments/index.ts'
import {
  checkTopUpPayment,
  countUnpaidTopUps,
  type IWalletTransaction,
  type WalletTransactionDoc,
  WalletTransactionModel,
} from '../wallet/index.ts'

/** The customer, from the session. */
type TopUpOwner = { userId: string; userid: string; name: string; email: string; mobilenumber: string }

type TopUpDeps = Pick<Deps, 'clock' | 'env' | 'gatewayOf' | 'redis' | 'queues' | 'log'>

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
  const { txnid } = request
  const amountPaise = toPaise(request.amount)
  if (amountPaise <= 0) throw new AppError('amount_invalid', { field: 'value' })
  const [gateway] = await openGateways(deps.env.PAYMENT_GATEWAYS)
  const created = gateway && newTopUp(deps, owner, { txnid, amountPaise, gateway })
  // While UPI is paused a retry of a stored top-up still continues: its page shows the state.
  const topUp = created ? await insertOnce(created) : await findOwn(txnid, owner)
  if (!topUp) throw new AppError('upi_paused')
  const isNew = topUp === created
  // Counted with the new top-up stored, so that concurrent requests cannot exceed the limit.
  const unpaid = isNew ? await countUnpaid(topUp.userId) : 0
  const start = decideStart(topUp, { unpaid, maxUnpaid: deps.env.MAX_UNPAID })
  const reply = { payment_url: `/walletconfirmation?client_txn_id=${txnid}`, client_txn_id: txnid }
  switch (start.kind) {
    case 'ended':
      return reply
    case 'too_many':
      await WalletTransactionModel.deleteOne({ _id: txnid, version: 1, 'payment.checkCount': 0 })
      throw new AppError('too_many_unpaid')
    case 'pay': {
      const { at, seq } = topUp.due.payment
      await deps.queues.enqueue(checkTopUpPayment, txnid, { at: at ?? deps.clock.now(), seq })
      const attempt = await createPaymentAttempt(deps, paymentTargetOf(topUp, start.payment, isNew))
      return attempt ? { ...reply, payment_url: paymentUrlOf(txnid, attempt) } : reply
    }
    default:
      return start satisfies never
  }
}

/** How a request continues with its stored top-up. */
type TopUpStart =
  /** A retry of a request whose top-up has ended. */
  | { kind: 'ended' }
  /** The customer has as many unpaid orders and top-ups as allowed: the new one is removed. */
  | { kind: 'too_many' }
  | { kind: 'pay'; payment: IPayment }

/** Pure. */
function decideStart(
  { status, payment }: Pick<WalletTransactionDoc, 'status' | 'payment'>,
  { unpaid, maxUnpaid }: { unpaid: number; maxUnpaid: number },
): TopUpStart {
  if (status === 'Success' || status === 'Failed' || !payment) return { kind: 'ended' }
  return unpaid > maxUnpaid ? { kind: 'too_many' } : { kind: 'pay', payment }
}

/** Orders and top-ups count towards the same limit. */
async function countUnpaid(userId: Types.ObjectId): Promise<number> {
  const [orders, topUps] = await Promise.all([countUnpaidOrders(userId), countUnpaidTopUps(userId)])
  return orders + topUps
}

function newTopUp(
  deps: TopUpDeps,
  owner: TopUpOwner,
  request: { txnid: string; amountPaise: number; gateway: PaymentGatewayName },
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
      ...newPayment(request.gateway, now, deps.env.PAYMENT_WINDOW_MS),
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
  const first = await findOwn(transaction._id, { userId: String(transaction.userId) })
  if (!first) throw new AppError('service_unavailable')
  return first
}

/** @throws AppError idempotency_key_reused when the top-up belongs to another customer */
async function findOwn(
  txnid: string,
  { userId }: Pick<TopUpOwner, 'userId'>,
): Promise<WalletTransactionDoc | null> {
  const found = await WalletTransactionModel.findById(txnid).lean<WalletTransactionDoc | null>()
  if (found && !found.userId.equals(userId)) throw new AppError('idempotency_key_reused')
  return found
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
