import { type Model, Schema } from 'mongoose'
import type { JobDefinition } from './job-definition.ts'

/**
 * Work a document still needs, kept in the document itself so that it outlives the queue. `at` null: none.
 * `seq` rises with every change and makes the job's id, since a kept job blocks another of its id.
 */
export type Task = { at: Date | null; seq: number }

export const taskSchema = new Schema<Task>(
  { at: { type: Date, default: null }, seq: { type: Number, required: true, default: 0 } },
  { _id: false },
)

/** Sweeping makes work due now, so work that is swept this often is overdue however recent its time is. */
const highSweepCount = 3

/** The task's index of due times, and a small one of what was swept often: most documents are not in it. */
export function addTaskIndexes<T>(schema: Schema<T>, task: string): void {
  const at = `due.${task}.at`
  const isDue = { [at]: { $type: 'date' } }
  schema.index({ [at]: 1 }, { name: `due_${task}`, partialFilterExpression: isDue })
  schema.index(
    { [at]: 1, 'due.sweepCount': 1 },
    {
      name: sweepCountIndex(`due.${task}`),
      partialFilterExpression: { ...isDue, 'due.sweepCount': { $gte: highSweepCount } },
    },
  )
}

/** The index that `dueWithHighSweepCount` is read by. */
export const sweepCountIndex = (path: string): string => `sweep_count_${path.replace('due.', '')}`

export const noTask = (): Task => ({ at: null, seq: 0 })
export const taskAt = (at: Date): Task => ({ at, seq: 1 })

/** The next value of a task whose present value is known. */
export const nextTask = (task: Task, at: Date | null): Task => ({ at, seq: task.seq + 1 })

/** When the first of several is due, or null when none is. */
export function earliest(times: readonly (Date | null | undefined)[]): Date | null {
  const moments = times.flatMap((at) => (at ? [at.getTime()] : []))
  return moments.length > 0 ? new Date(Math.min(...moments)) : null
}

/** Tasks by name, each with the time of its work, or null where there is none any more. */
export type Scheduled<Tasks extends string> = Partial<Record<Tasks, Date | null>>

/**
 * Work that is due from now on, as an update. The `seq` is added to, not set: the document at hand may be older than
 * its tasks, and one must never come twice.
 */
export function schedule<Tasks extends string>(scheduled: Scheduled<Tasks>) {
  const tasks = Object.entries(scheduled) as [Tasks, Date | null][]
  const set = Object.fromEntries(tasks.map(([task, at]) => [`due.${task}.at`, at]))
  const inc = Object.fromEntries(tasks.map(([task]) => [`due.${task}.seq`, 1]))
  return {
    set: set as { [L in Tasks as `due.${L}.at`]?: Date | null },
    inc: inc as { [L in Tasks as `due.${L}.seq`]?: number },
  }
}

/** Where a kind of work is written down, and the job that does it. */
export type DueTask = {
  // biome-ignore lint/suspicious/noExplicitAny: any document with tasks; mongoose's Model is invariant in it
  model: Model<any>
  /** Path of the task in the document: `due.payment`. */
  path: string
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
  sweepGraceMs?: number
  /** Whether the sweeper is meant to bring it, since nobody has put it into the queue. */
  // biome-ignore lint/suspicious/noExplicitAny: as above
  isSweepers?(document: any): boolean
}

export const sweepGraceOf = ({ sweepGraceMs = 3_000 }: DueTask): number => sweepGraceMs

/**
 * Documents whose work was due before then. The type is said again because the task's index is partial in it, and
 * MongoDB uses such an index only for who repeats its condition.
 */
export const dueBefore = (path: string, then: Date) => ({ [`${path}.at`]: { $type: 'date', $lt: then } })

/** Documents whose work was due before then and was swept three times or more. */
export const dueWithHighSweepCount = (path: string, then: Date) => ({
  ...dueBefore(path, then),
  'due.sweepCount': { $gte: highSweepCount },
})
