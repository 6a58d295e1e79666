import { model, Schema, type Types } from 'mongoose'

/** Why money moved. With `ref` it is a posting set's cause. */
export const postingKinds = [
  'topup',
  'order_payment',
  'order_debit',
  'order_refund',
  'order_share_refund',
  'stray_payment',
  'held_payment',
  'adjustment',
  'points_redeemed',
] as const
export type PostingKind = (typeof postingKinds)[number]

/** One line of a posting set: positive credits the account, negative debits it, in paise. */
export type Posting = { account: string; amountPaise: number }

/** An append-only set of postings that sums to zero. A correction is a new set. */
export interface ILedgerSet {
  /** `kind:ref`, so that nothing causes two. */
  _id: string
  kind: PostingKind
  /** What caused it, unique within its kind: an order id, `clientTxnId/gatewayId`, `clientTxnId/doubt`, or a txnid. */
  ref: string
  currency: 'INR'
  postings: Posting[]
  at: Date
}

const ledgerSchema = new Schema<ILedgerSet>(
  {
    _id: { type: String, required: true },
    kind: { type: String, enum: postingKinds, required: true },
    ref: { type: String, required: true },
    currency: { type: String, enum: ['INR'], default: 'INR' },
    postings: {
      type: [
        new Schema<Posting>(
          { account: { type: String, required: true }, amountPaise: { type: Number, required: true } },
          { _id: false },
        ),
      ],
      required: true,
    },
    at: { type: Date, required: true },
  },
  { collection: 'ledger', strict: 'throw', versionKey: false },
)
// A day's sets, as they are sealed.
ledgerSchema.index({ at: 1, _id: 1 }, { name: 'by_time' })
ledgerSchema.index({ 'postings.account': 1, at: 1 }, { name: 'account_history' })

export const LedgerModel = model<ILedgerSet>('LedgerSet', ledgerSchema)

export const accounts = {
  wallet: (userId: Types.ObjectId | string) => `wallet:${userId}`,
  gateway: (name: string) => `gateway:${name}`,
  sales: 'sales',
  adjustments: 'adjustments',
  /** What points became. */
  points: 'points',
} as const
