import { model, Schema, type Types } from 'mongoose'
import type { walletStatuses } from '../../contracts/wallet.ts'
import { addTaskIndexes, type Task, taskSchema } from '../../platform/due-tasks.ts'
import type { SchemaFields } from '../../platform/fields-of.ts'
import { bankReferenceIndex, discrepancyIndex, type IPayment, paymentSchema } from '../payments/index.ts'

export const transactionKinds = [
  'topup',
  'order_debit',
  'refund',
  'unallocated_payment',
  'adjustment',
  'points',
] as const
export type TransactionKind = (typeof transactionKinds)[number]

/** A wallet after a posting. Versions of one wallet are consecutive. */
export type WalletAfter = { balancePaise: number; version: number; at: Date }

/** A wallet transaction: a top-up with its states, or one that was final when it was written. */
export interface IWalletTransaction {
  /** The txnid that customers see: `JT…` for a top-up, `JW…` otherwise. */
  _id: string
  kind: TransactionKind
  status: (typeof walletStatuses)[number]
  userId: Types.ObjectId
  customer: { userid: string; name: string; email: string; mobilenumber: string }
  /** Signed: positive is a credit. */
  amountPaise: number
  orderid: string
  note: string
  /** The wallet after this transaction's money moved, with its `version` then; null before. */
  after: WalletAfter | null
  payment: IPayment | null
  version: number
  revision: number
  history: { at: Date; from: string; to: string; by: string; reason: string }[]
  due: { payment: Task; notify: Task; sweepCount: number }
  createdAt: Date
  updatedAt: Date
}

const text = { type: String, required: true } as const

const afterSchema = new Schema<WalletAfter>(
  {
    balancePaise: { type: Number, required: true },
    version: { type: Number, required: true },
    at: { type: Date, required: true },
  } satisfies SchemaFields<WalletAfter>,
  { _id: false },
)

/** A wallet's transactions, the newest first; covers the fields of filters and counts. */
export const ownerIndex = 'owner_list'

const transactionSchema = new Schema<IWalletTransaction>(
  {
    _id: text,
    kind: { type: String, enum: transactionKinds, required: true },
    status: {
      type: String,
      enum: ['Created', 'Processing', 'Success', 'Failed', 'Refunded'],
      required: true,
    },
    userId: { type: Schema.Types.ObjectId, required: true },
    customer: {
      type: { userid: text, name: text, email: text, mobilenumber: { type: String, default: '' } },
      _id: false,
      required: true,
    },
    amountPaise: { type: Number, required: true },
    orderid: { type: String, default: '' },
    note: { type: String, default: '' },
    after: { type: afterSchema, default: null },
    payment: { type: paymentSchema, default: null },
    version: { type: Number, default: 0 },
    revision: { type: Number, default: 0 },
    history: {
      type: [
        new Schema(
          { at: Date, from: String, to: String, by: String, reason: { type: String, default: '' } },
          { _id: false },
        ),
      ],
      default: [],
    },
    due: {
      type: { payment: taskSchema, notify: taskSchema, sweepCount: { type: Number, default: 0 } },
      _id: false,
      required: true,
    },
  } satisfies SchemaFields<IWalletTransaction>,
  { collection: 'wallet_transactions', strict: 'throw', timestamps: true, versionKey: false },
)
/** All transactions by time and by amount: each status and kind is a range, and a list merges ranges. */
export const allTransactionsIndexes = { createdAt: 'all_by_time', amountPaise: 'all_by_amount' } as const

/** The transactions of an order. */
export const ofOrderIndex = 'of_order'

transactionSchema.index(
  { status: 1, kind: 1, createdAt: -1, _id: -1, amountPaise: 1 },
  { name: allTransactionsIndexes.createdAt },
)
transactionSchema.index(
  { status: 1, kind: 1, amountPaise: -1, _id: -1 },
  { name: allTransactionsIndexes.amountPaise },
)
transactionSchema.index(
  { orderid: 1, createdAt: -1, _id: -1 },
  { name: ofOrderIndex, partialFilterExpression: { orderid: { $gt: '' } } },
)
/** Transactions that the ledger is compared with: each determines its own entries. */
export const comparedKinds: TransactionKind[] = ['topup', 'adjustment']
/** Compared transactions by the time of their last change. */
export const changedTransactionsIndex = 'changed'
transactionSchema.index(
  { updatedAt: 1, _id: 1 },
  { name: changedTransactionsIndex, partialFilterExpression: { kind: { $in: comparedKinds } } },
)
transactionSchema.index(...bankReferenceIndex)
transactionSchema.index(
  { userId: 1, createdAt: -1, _id: -1, status: 1, kind: 1, amountPaise: 1 },
  { name: ownerIndex },
)
transactionSchema.index(
  { userId: 1 },
  { name: 'unpaid', partialFilterExpression: { status: { $in: ['Created', 'Processing'] } } },
)
transactionSchema.index(...discrepancyIndex)
for (const task of ['payment', 'notify']) addTaskIndexes(transactionSchema, task)

export const WalletTransactionModel = model<IWalletTransaction>('WalletTransaction', transactionSchema)
export type WalletTransactionDoc = IWalletTransaction
