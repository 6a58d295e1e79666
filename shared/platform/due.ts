import { type Model, Schema } from 'mongoose'
import type { JobDefinition } from './job-definition.ts'

/**
 * Work a document still needs, kept in the document itself so that it outlives the queue. `at` null: none.
 * `seq` rises with every change and makes the job's id, since a kept job blocks another of its id.
 */
export type Lane = { at: Date | null; seq: number }

export const laneSchema = new Schema<Lane>(
  { at: { type: Date, default: null }, seq: { type: Number, required: true, default: 0 } },
  { _id: false },
)

/** Sweeping makes work due now, so work that is swept this often is overdue however recent its time is. */
const sweptOften = 3

/** The lane's index of due times, and a small one of what was swept often: most documents are not in it. */
export function addLaneIndexes<T>(schema: Schema<T>, lane: string): void {
  const at = `due.${lane}.at`
  const isDue = { [at]: { $type: 'date' } }
  schema.index({ [at]: 1 }, { name: `due_${lane}`, partialFilterExpression: isDue })
  schema.index(
    { [at]: 1, 'due.swept': 1 },
    {
      name: sweptIndex(`due.${lane}`),
      partialFilterExpression: { ...isDue, 'due.swept': { $gte: sweptOften } },
    },
  )
}

/** The index that `sweptOftenBefore` is read by. */
export const sweptIndex = (lane: string): string => `swept_${lane.replace('due.', '')}`

export const noWork = (): Lane => ({ at: null, seq: 0 })
export const workAt = (at: Date): Lane => ({ at, seq: 1 })

/** The next value of a lane whose present value is known. */
export const nextLane = (lane: Lane, at: Date | null): Lane => ({ at, seq: lane.seq + 1 })

/** When the first of several is due, or null when none is. */
export function earliest(times: readonly (Date | null | undefined)[]): Date | null {
  const moments = times.flatMap((at) => (at ? [at.getTime()] : []))
  return moments.length > 0 ? new Date(Math.min(...moments)) : null
}

/** Lanes by name, each with the time of its work, or null where there is none any more. */
export type Owed<Lanes extends string> = Partial<Record<Lanes, Date | null>>

/**
 * Work that is due from now on, as an update. The `seq` is added to, not set: the document at hand may be older than
 * its lanes, and one must never come twice.
 */
export function owing<Lanes extends string>(owed: Owed<Lanes>) {
  const lanes = Object.entries(owed) as [Lanes, Date | null][]
  const set = Object.fromEntries(lanes.map(([lane, at]) => [`due.${lane}.at`, at]))
  const inc = Object.fromEntries(lanes.map(([lane]) => [`due.${lane}.seq`, 1]))
  return {
    set: set as { [L in Lanes as `due.${L}.at`]?: Date | null },
    inc: inc as { [L in Lanes as `due.${L}.seq`]?: number },
  }
}

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
  /** Under which name it may be polled without a job; undefined: it is not. */
  // biome-ignore lint/suspicious/noExplicitAny: as above
  pollsOf?(document: any): string | undefined
  /** Filters the documents that are swept; all of them unless given. */
  only?: object
  /** Late by this much means that its job is lost, or that whoever had it died; three seconds unless told. */
  graceMs?: number
  /** Whether the sweeper is meant to bring it, since nobody has put it into the queue. */
  // biome-ignore lint/suspicious/noExplicitAny: as above
  isSweepers?(document: any): boolean
}

export const graceOf = ({ graceMs = 3_000 }: DueWork): number => graceMs

/**
 * Documents whose work was due before then. The type is said again because the lane's index is partial in it, and
 * MongoDB uses such an index only for who repeats its condition.
 */
export const dueBefore = (lane: string, then: Date) => ({ [`${lane}.at`]: { $type: 'date', $lt: then } })

/** Documents whose work was due before then and was swept three times or more. */
export const sweptOftenBefore = (lane: string, then: Date) => ({
  ...dueBefore(lane, then),
  'due.swept': { $gte: sweptOften },
})
