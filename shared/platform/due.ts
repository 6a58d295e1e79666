import { type Model, Schema, type Types } from 'mongoose'
import type { Clock } from './clock.ts'
import type { JobDefinition, Queues } from './queues.ts'

/**
 * Work a document still needs, kept in the document itself so that it outlives the queue. `at` null: none.
 * `seq` rises with every change and makes the job's id, since a kept job blocks another of its id.
 */
export type Lane = { at: Date | null; seq: number }

export const laneSchema = new Schema<Lane>(
  { at: { type: Date, default: null }, seq: { type: Number, required: true, default: 0 } },
  { _id: false },
)

export const noWork = (): Lane => ({ at: null, seq: 0 })
export const workAt = (at: Date): Lane => ({ at, seq: 1 })

/** The next value of a lane whose present value is known. */
export const nextLane = (lane: Lane, at: Date | null): Lane => ({ at, seq: lane.seq + 1 })

/** Where a kind of work is written down, and the job that does it. */
export type DueWork = {
  // biome-ignore lint/suspicious/noExplicitAny: any document with lanes; mongoose's Model is invariant in it
  model: Model<any>
  /** Path of the lane in the document: `due.payment`. */
  lane: string
  /** The name of its jobs. */
  name: string
  /** The job that does it for a document, of which `needs` are the fields that tell. */
  // biome-ignore lint/suspicious/noExplicitAny: as above
  jobFor(document: any): JobDefinition
  needs?: readonly string[]
}

/** What was in hand for so long hangs. */
const patienceMs = 120_000

/**
 * Queues again whatever is overdue by `graceMs` and in nobody's hand, with the next `seq`. Each document is taken
 * by compare-and-set, so any number of sweepers may run.
 * @returns how many were queued again
 * @throws when Redis or MongoDB does not answer
 */
export async function sweep(
  work: DueWork,
  deps: { clock: Clock; queues: Queues },
  graceMs: number,
): Promise<number> {
  const now = deps.clock.now()
  const overdue = await work.model
    .find({ [`${work.lane}.at`]: { $lt: new Date(now.getTime() - graceMs) } })
    .select(['_id', work.lane, ...(work.needs ?? [])])
    .sort({ [`${work.lane}.at`]: 1 })
    .limit(500)
    .lean<{ _id: Types.ObjectId; due: Record<string, Lane> }[]>()
  let queued = 0
  for (const document of overdue) {
    const lane = document.due[work.lane.replace('due.', '')]
    if (!lane?.at) continue
    const isPatient = now.getTime() - lane.at.getTime() < patienceMs
    const job = work.jobFor(document)
    if (isPatient && (await deps.queues.isInHand(job, String(document._id), lane.seq))) continue
    const next = nextLane(lane, now)
    const taken = await work.model.updateOne(
      { _id: document._id, [`${work.lane}.seq`]: lane.seq },
      { $set: { [work.lane]: next }, $inc: { 'due.swept': 1 } },
    )
    if (
      taken.modifiedCount === 1 &&
      (await deps.queues.enqueue(job, String(document._id), { at: now, seq: next.seq }))
    ) {
      queued += 1
    }
  }
  return queued
}
