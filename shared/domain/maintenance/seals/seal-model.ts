import { model, Schema } from 'mongoose'

/** A day in India of one ledger that no entry may be added to any more. */
export interface ILedgerSeal {
  /** `money/2026-11-20` or `points/2026-11-20`. */
  _id: string
  entries: number
  parts: number
  sealedAt: Date
  /** Whether the sums of the accounts include the day. */
  hasSums: boolean
  /** Id of the last full check that found the day unchanged. */
  checkedIn: string
}

/** Up to a thousand entries of a sealed day, in the order of their times and ids. */
export interface ILedgerSealPart {
  /** `money/2026-11-20/000003`. */
  _id: string
  /** The first entry. */
  from: { at: Date; id: string }
  entries: number
  /** For each entry, eight bytes of the hash of its id and eight of its contents. */
  hashes: Buffer
}

const number = { type: Number, required: true } as const

const sealSchema = new Schema<ILedgerSeal>(
  {
    _id: { type: String, required: true },
    entries: number,
    parts: number,
    sealedAt: { type: Date, required: true },
    hasSums: { type: Boolean, default: false },
    checkedIn: { type: String, default: '' },
  },
  { collection: 'ledger_seals', strict: 'throw', versionKey: false },
)

const partSchema = new Schema<ILedgerSealPart>(
  {
    _id: { type: String, required: true },
    from: {
      type: new Schema(
        { at: { type: Date, required: true }, id: { type: String, required: true } },
        { _id: false },
      ),
      required: true,
    },
    entries: number,
    hashes: { type: Buffer, required: true },
  },
  { collection: 'ledger_seal_parts', strict: 'throw', versionKey: false },
)

export const LedgerSealModel = model<ILedgerSeal>('LedgerSeal', sealSchema)
export const LedgerSealPartModel = model<ILedgerSealPart>('LedgerSealPart', partSchema)
