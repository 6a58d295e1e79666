import { model, Schema, type Types } from 'mongoose'

/** Why points moved. With `ref` it is an entry's cause. */
export const pointKinds = ['earned', 'late', 'revoked', 'redeemed'] as const
export type PointKind = (typeof pointKinds)[number]

/** One line of an entry of points: positive credits the account, negative debits it, in hundredths of a point. */
export type PointPosting = { account: string; hundredths: number }

/** An append-only entry of postings of points that sums to zero. Paise are in the `ledger` alone. */
export interface IPointsEntry {
  /** `kind:ref`, so that nothing causes two. */
  _id: string
  kind: PointKind
  /** What caused it, unique within its kind: an order's id, or the txnid of the wallet's line they became. */
  ref: string
  postings: PointPosting[]
  /** Of points that became money: how much. */
  valuePaise: number
  /** What it was for, in a few words. */
  note: string
  at: Date
}

const text = { type: String, required: true } as const
const whole = { type: Number, required: true } as const

const pointSchema = new Schema<IPointsEntry>(
  {
    _id: text,
    kind: { type: String, enum: pointKinds, required: true },
    ref: text,
    postings: {
      type: [new Schema<PointPosting>({ account: text, hundredths: whole }, { _id: false })],
      required: true,
    },
    valuePaise: { type: Number, default: 0 },
    note: { type: String, default: '' },
    at: { type: Date, required: true },
  },
  { collection: 'points_journal_entries', strict: 'throw', versionKey: false },
)
// A day's sets, as they are sealed.
pointSchema.index({ at: 1, _id: 1 }, { name: 'by_time' })
pointSchema.index({ 'postings.account': 1, at: 1, _id: 1 }, { name: 'account_history' })

export const PointsEntryModel = model<IPointsEntry>('PointsEntry', pointSchema)

export const pointAccounts = {
  owner: (userId: Types.ObjectId | string) => `points:${userId}`,
  /** What the shop has given out, less what it took back. */
  issued: 'issued',
  /** What became money. */
  redeemed: 'redeemed',
} as const

/** The only materialised balance of points: what its owner's postings add up to. */
export interface IPointsBalance {
  /** The owner's user id. */
  _id: Types.ObjectId
  hundredths: number
  /** The last day in India on which points for late deliveries came, and how many. */
  late?: { day: string; hundredths: number }
}

export const PointsBalanceModel = model<IPointsBalance>(
  'PointsBalance',
  new Schema<IPointsBalance>(
    {
      _id: { type: Schema.Types.ObjectId, required: true },
      hundredths: whole,
      late: new Schema({ day: text, hundredths: whole }, { _id: false }),
    },
    { collection: 'points_balances', strict: 'throw', versionKey: false },
  ),
)
