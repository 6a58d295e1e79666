import { model, Schema } from 'mongoose'

/** What must succeed again and again, by its name: kept here because a queue forgets. */
export interface ILastSuccess {
  _id: string
  /** Since when it is expected: what never succeeded is late by this. */
  expectedSince: Date
  succeededAt: Date | null
}

const lastSuccessSchema = new Schema<ILastSuccess>(
  {
    _id: { type: String, required: true },
    expectedSince: { type: Date, required: true },
    succeededAt: { type: Date, default: null },
  },
  { collection: 'maintenance', strict: 'throw', versionKey: false },
)

export const LastSuccessModel = model<ILastSuccess>('LastSuccess', lastSuccessSchema)

/** Begins to expect it, if nobody has yet. */
export async function expectSuccess(name: string, now: Date): Promise<void> {
  const first = { expectedSince: now, succeededAt: null }
  await LastSuccessModel.updateOne({ _id: name }, { $setOnInsert: first }, { upsert: true })
}

export async function noteSuccess(name: string, now: Date): Promise<void> {
  const noted = { $set: { succeededAt: now }, $setOnInsert: { expectedSince: now } }
  await LastSuccessModel.updateOne({ _id: name }, noted, { upsert: true })
}

/** How long ago in ms it succeeded, or has been expected to in vain; undefined when nobody expects it. */
export async function sinceSuccess(name: string, now: Date): Promise<number | undefined> {
  const known = await LastSuccessModel.findById(name).lean<ILastSuccess | null>()
  return known ? now.getTime() - (known.succeededAt ?? known.expectedSince).getTime() : undefined
}
