import { model, Schema } from 'mongoose'

/** What must succeed again and again, by its name: kept here because a queue forgets. */
export interface IJobRun {
  _id: string
  /** Since when it is expected: what never succeeded is late by this. */
  expectedSince: Date
  succeededAt: Date | null
}

const jobRunSchema = new Schema<IJobRun>(
  {
    _id: { type: String, required: true },
    expectedSince: { type: Date, required: true },
    succeededAt: { type: Date, default: null },
  },
  { collection: 'job_runs', strict: 'throw', versionKey: false },
)

export const JobRunModel = model<IJobRun>('JobRun', jobRunSchema)

/** Begins to expect it, if nobody has yet. */
export async function expectSuccess(name: string, now: Date): Promise<void> {
  const first = { expectedSince: now, succeededAt: null }
  await JobRunModel.updateOne({ _id: name }, { $setOnInsert: first }, { upsert: true })
}

export async function recordSuccess(name: string, now: Date): Promise<void> {
  const noted = { $set: { succeededAt: now }, $setOnInsert: { expectedSince: now } }
  await JobRunModel.updateOne({ _id: name }, noted, { upsert: true })
}

/** How long ago in ms it succeeded, or has been expected to in vain; undefined when nobody expects it. */
export async function msSinceSuccess(name: string, now: Date): Promise<number | undefined> {
  const run = await JobRunModel.findById(name).lean<IJobRun | null>()
  return run ? now.getTime() - (run.succeededAt ?? run.expectedSince).getTime() : undefined
}
