import { model, Schema, type Types } from 'mongoose'

/** Why money moved. With `ref` it is a journal entry's cause. */
export const postingKinds = [
  'topup',
  'order_payment',
  'order_debit',
  'order_refund',
  'order_partial_refund',
  'unallocated_payment',
  'reviewed_payment',
  'adjustment',
  'points_redeemed',
] as const
export type PostingKind = (typeof postingKinds)[number]

/** One posting of a journal entry: positive credits the account, negative debits it, in paise. */
export type Posting = { account: string; amountPaise: number }

/** An append-only set of postings that sums to zero. A correction is a new entry. */
export interface IJournalEntry {
  /** `kind:ref`, so that one cause posts once. */
  _id: string
  kind: PostingKind
  /** The cause, unique within its kind: an order id, `clientTxnId/gatewayId`, `clientTxnId/discrepancy`, or a txnid. */
  ref: string
  currency: 'INR'
  postings: Posting[]
  at: Date
}

const journalEntrySchema = new Schema<IJournalEntry>(
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
  { collection: 'journal_entries', strict: 'throw', versionKey: false },
)
// A day's entries, in the order in which they are sealed.
journalEntrySchema.index({ at: 1, _id: 1 }, { name: 'by_time' })
journalEntrySchema.index({ 'postings.account': 1, at: 1 }, { name: 'account_history' })

export const JournalEntryModel = model<IJournalEntry>('JournalEntry', journalEntrySchema)

export const ledgerAccounts = {
  wallet: (userId: Types.ObjectId | string) => `wallet:${userId}`,
  gateway: (name: string) => `gateway:${name}`,
  sales: 'sales',
  adjustments: 'adjustments',
  /** Points that were redeemed. */
  points: 'points',
} as const
