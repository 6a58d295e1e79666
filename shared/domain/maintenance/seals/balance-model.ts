import { model, Schema } from 'mongoose'

/** Sum of an owner's account at the end of a sealed day. */
type SumThrough = {
  /** The last day that the sum includes, `2026-11-20`; empty before the first. */
  through: string
  /** Paise, or hundredths of a point. */
  sum: number
}

/**
 * The sum of an account's entries through the last sealed day on which it changed. `before` is the sum without that
 * day, until the day's seal is written.
 */
export interface ILedgerBalance extends SumThrough {
  /** `money/wallet:…` or `points/points:…`. */
  _id: string
  before: SumThrough
}

const sumFields = { through: { type: String, default: '' }, sum: { type: Number, required: true } } as const

const balanceSchema = new Schema<ILedgerBalance>(
  {
    _id: { type: String, required: true },
    ...sumFields,
    before: { type: new Schema<SumThrough>(sumFields, { _id: false }), required: true },
  },
  { collection: 'ledger_balances', strict: 'throw', versionKey: false },
)

export const LedgerBalanceModel = model<ILedgerBalance>('LedgerBalance', balanceSchema)
