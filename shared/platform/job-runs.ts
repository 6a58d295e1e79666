import { model, Schema } from 'mongoose'

/** The last success of a recurring job, by its name: stored here because a queue forgets. */
export interface IJobRun {
  _id: string
  /** Since when it is expected: a job that never succeeded is late from then. */
  expectedSince: Date
  succeededAt: Date | null
  /** What the last run of a verification found. Absent: nothing was found yet. */
  faults?: number
  /** The sum of the amounts by which money differs, in paise. */
  adriftPaise?: number
  /** By the name of a part of the job: up to which moment its documents are done, where a run was interrupted. */
  doneUntil?: Record<string, Date>
}

const jobRunSchema = new Schema<IJobRun>(
  {
    _id: { type: String, required: true },
    expectedSince: { type: Date, required: true },
    succeededAt: { type: Date, default: null },
    faults: Number,
    adriftPaise: Number,
    doneUntil: Object,
  },
  { collection: 'job_runs', strict: 'throw', versionKey: false },
)

export const JobRunModel = model<IJobRun>('JobRun', jobRunSchema)

/** Starts to expect a job's success, unless it is expected already. */
export async function expectSuccess(name: string, now: Date): Promise<void> {
  const first = { expectedSince: now, succeededAt: null }
  await JobRunModel.updateOne({ _id: name }, { $setOnInsert: first }, { upsert: true })
}

export async function recordSuccess(name: string, now: Date): Promise<void> {
  const found = { faults: 0, adriftPaise: 0 }
  const update = { $set: { succeededAt: now, ...found }, $setOnInsert: { expectedSince: now } }
  await JobRunModel.updateOne({ _id: name }, update, { upsert: true })
}

/** Records what a verification found, which is no success. */
export async function recordFaults(
  name: string,
  { now, ...found }: { faults: number; adriftPaise: number; now: Date },
): Promise<void> {
  const update = { $set: found, $setOnInsert: { expectedSince: now, succeededAt: null } }
  await JobRunModel.updateOne({ _id: name }, update, { upsert: true })
}

/** Records up to which moment a part of the job has done its documents, so that the next run continues there. */
export async function recordDoneUntil(
  name: string,
  { part, until, now }: { part: string; until: Date; now: Date },
): Promise<void> {
  const first = { expectedSince: now, succeededAt: null }
  const update = { $set: { [`doneUntil.${part}`]: until }, $setOnInsert: first }
  await JobRunModel.updateOne({ _id: name }, update, { upsert: true })
}

/** Undefined when the part has done none. */
export async function doneUntil(name: string, part: string): Promise<Date | undefined> {
  return (await JobRunModel.findById(name).lean<IJobRun | null>())?.doneUntil?.[part]
}

/** Every recurring job whose success is recorded. */
export const listJobRuns = (): Promise<IJobRun[]> => JobRunModel.find().lean<IJobRun[]>()

/**
 * Ms since the job's last success, or since it has been expected; undefined when it is not
 * expected.
 */
export async function msSinceSuccess(name: string, now: Date): Promise<number | undefined> {
  const run = await JobRunModel.findById(name).lean<IJobRun | null>()
  return run ? now.getTime() - (run.succeededAt ?? run.expectedSince).getTime() : undefined
}
