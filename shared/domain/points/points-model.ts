import { model, Schema, type Types } from 'mongoose'

/** Why points moved. With `ref` it is an entry's cause. */
export const pointKinds = ['earned', 'late', 'revoked', 'redeemed'] as const
export type PointKind = (typeof pointKinds)[number]

/** One posting of points: positive credits the account, negative debits it, in hundredths of a point. */
export type PointPosting = { account: string; hundredths: number }

/** An append-only set of postings of points that sums to zero. Paise are only in the ledger. */
export interface IPointsEntry {
  /** `kind:ref`, so that one cause posts once. */
  _id: string
  kind: PointKind
  /** The cause, unique within its kind: an order's id, or the txnid of the wallet transaction they became. */
  ref: string
  postings: PointPosting[]
  /** The value of redeemed points; otherwise 0. */
  valuePaise: number
  /** A short description for the customer. */
  note: string
  at: Date
}

const text = { type: String, required: true } as const
const wholeNumber = { type: Number, required: true } as const

const pointSchema = new Schema<IPointsEntry>(
  {
    _id: text,
    kind: { type: String, enum: pointKinds, required: true },
    ref: text,
    postings: {
      type: [new Schema<PointPosting>({ account: text, hundredths: wholeNumber }, { _id: false })],
      required: true,
    },
    valuePaise: { type: Number, default: 0 },
    note: { type: String, default: '' },
    at: { type: Date, required: true },
  },
  { collection: 'points_journal_entries', strict: 'throw', versionKey: false },
)
// A day's entries, in the order in which they are sealed.
pointSchema.index({ at: 1, _id: 1 }, { name: 'by_time' })
pointSchema.index({ 'postings.account': 1, at: 1, _id: 1 }, { name: 'account_history' })

export const PointsEntryModel = model<IPointsEntry>('PointsEntry', pointSchema)

export const pointAccounts = {
  owner: (userId: Types.ObjectId | string) => `points:${userId}`,
  /** Issued by the shop, less revoked. */
  issued: 'issued',
  /** Redeemed for money. */
  redeemed: 'redeemed',
} as const

/** The stored balance of points: the sum of its owner's postings. */
export interface IPointsBalance {
  /** The owner's user id. */
  _id: Types.ObjectId
  hundredths: number
  /** The last day in India with points for late deliveries, and their amount. */
  late?: { day: string; hundredths: number }
}

export const PointsBalanceModel = model<IPointsBalance>(
  'PointsBalance',
  new Schema<IPointsBalance>(
    {
      _id: { type: Schema.Types.ObjectId, required: true },
      hundredths: wholeNumber,
      late: new Schema({ day: text, hundredths: wholeNumber }, { _id: false }),
    },
    { collection: 'points_balances', strict: 'throw', versionKey: false },
  ),
)
