import { randomUUID } from 'node:crypto'
import { model, Schema } from 'mongoose'

/** A verification of the whole history that has begun and not ended, and how far it has come. */
export interface IFullCheck {
  _id: 'full'
  run: string
  startedAt: Date
  /** The place of the current stage; those before it have ended. */
  stage: number
  /** Where its next step begins; empty at its beginning. */
  from: string
  counts: { entries: number; postings: number; balances: number; replayed: number }
  /** The differences that were found, as they are reported. */
  faults: unknown[]
}

const count = { type: Number, default: 0 } as const

const fullCheckSchema = new Schema<IFullCheck>(
  {
    _id: { type: String, enum: ['full'], required: true },
    run: { type: String, required: true },
    startedAt: { type: Date, required: true },
    stage: count,
    from: { type: String, default: '' },
    counts: {
      type: { entries: count, postings: count, balances: count, replayed: count },
      _id: false,
      default: {},
    },
    faults: { type: [Schema.Types.Mixed], default: [] } as never,
  },
  { collection: 'ledger_checks', strict: 'throw', versionKey: false },
)

export const FullCheckModel = model<IFullCheck>('FullCheck', fullCheckSchema)

/** @returns the run that was stopped, or a new one */
export async function beginOrContinue(now: Date): Promise<IFullCheck> {
  const counts = { entries: 0, postings: 0, balances: 0, replayed: 0 }
  const begun = { run: randomUUID(), startedAt: now, stage: 0, from: '', counts, faults: [] }
  const check = await FullCheckModel.findOneAndUpdate(
    { _id: 'full' },
    { $setOnInsert: begun },
    { upsert: true, returnDocument: 'after' },
  ).lean<IFullCheck>()
  return { ...begun, ...check }
}
