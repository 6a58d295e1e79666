import { randomUUID } from 'node:crypto'
import { model, Schema } from 'mongoose'

/** A running or stopped verification of the whole history, and its progress. */
export interface IFullCheck {
  _id: 'full'
  run: string
  startedAt: Date
  /** Index of the current stage; previous stages have ended. */
  stage: number
  /** Where its next step begins; empty at the start. */
  from: string
  counts: { entries: number; postings: number; balances: number; replayed: number }
  /** Differences found, as reported. */
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

/** @returns the stopped run, or a new one */
export async function startOrContinue(now: Date): Promise<IFullCheck> {
  const counts = { entries: 0, postings: 0, balances: 0, replayed: 0 }
  const fresh = { run: randomUUID(), startedAt: now, stage: 0, from: '', counts, faults: [] }
  const check = await FullCheckModel.findOneAndUpdate(
    { _id: 'full' },
    { $setOnInsert: fresh },
    { upsert: true, returnDocument: 'after' },
  ).lean<IFullCheck>()
  return { ...fresh, ...check }
}
