import { type Model, Schema } from 'mongoose'
import type { JobDefinition } from './job-definition.ts'

/**
 * Work that a document still has to do, stored in the document itself so that it survives the loss
 * of the queue. `at` null: none. `seq` rises with every new task, also when the sweeper enqueues an
 * overdue one, and is part of the job id, because a stored job blocks another with its id.
 * `swept`: how often in a row the sweeper has enqueued it, and the `seq` of the last time. With another
 * `seq` the task was done since, and it says nothing about the present one.
 */
export type Task = { at: Date | null; seq: number; swept?: { count: number; seq: number } }

const sweptSchema = new Schema<NonNullable<Task['swept']>>(
  { count: { type: Number, required: true }, seq: { type: Number, required: true } },
  { _id: false },
)

export const taskSchema = new Schema<Task>(
  {
    at: { type: Date, default: null },
    seq: { type: Number, required: true, default: 0 },
    swept: sweptSchema,
  },
  { _id: false },
)

/**
 * The sweeper makes a task due now, so a task swept this often in a row is overdue however recent its
 * time is.
 */
const highSweepCount = 3

/** The task's index of due times, and a small partial index of tasks that were swept often. */
export function addTaskIndexes<T>(schema: Schema<T>, task: string): void {
  const at = `due.${task}.at`
  const isDue = { [at]: { $type: 'date' } }
  schema.index({ [at]: 1 }, { name: `due_${task}`, partialFilterExpression: isDue })
  schema.index(
    { [at]: 1, [`due.${task}.swept.count`]: 1 },
    {
      name: sweptOftenIndex(`due.${task}`),
      partialFilterExpression: { ...isDue, [`due.${task}.swept.count`]: { $gte: highSweepCount } },
    },
  )
}

/** The name of the index that `dueAndSweptOften` uses. */
export const sweptOftenIndex = (path: string): string => `swept_often_${path.replace('due.', '')}`

export const noTask = (): Task => ({ at: null, seq: 0 })
export const taskAt = (at: Date): Task => ({ at, seq: 1 })

/** The next value of a task whose current value is known. */
export const nextTask = (task: Task, at: Date | null): Task => ({ at, seq: task.seq + 1 })

/** The next value of a task that the sweeper enqueues because its job or its process failed. */
export function sweptTask(task: Task, at: Date): Task {
  const next = nextTask(task, at)
  return { ...next, swept: { count: sweepCountOf(task) + 1, seq: next.seq } }
}

/** How often in a row the sweeper has enqueued a task since it was last done. */
export const sweepCountOf = ({ seq, swept }: Task): number => (swept?.seq === seq ? swept.count : 0)

/** The earliest of several due times, or null when none is set. */
export function earliest(times: readonly (Date | null | undefined)[]): Date | null {
  const moments = times.flatMap((at) => (at ? [at.getTime()] : []))
  return moments.length > 0 ? new Date(Math.min(...moments)) : null
}

/** Tasks by name, each with its due time, or null where nothing is left to do. */
export type Scheduled<Tasks extends string> = Partial<Record<Tasks, Date | null>>

/**
 * An update that sets due times. It increments `seq` instead of setting it: the document at hand
 * may be older than its stored tasks, and a `seq` must never repeat.
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

/** A document with tasks as it was read; older ones have fewer tasks. */
type ReadDocument = { revision: number; due: Readonly<Record<string, unknown>> }

/**
 * The condition that a document is as it was read. A task may write what no reader sees without a new revision; its
 * `seq` or its time changes then.
 */
export function unchangedAsRead({ revision, due }: ReadDocument, tasks: readonly string[]) {
  const times = tasks.flatMap((name) => {
    const task = due[name] as Partial<Task> | undefined
    return [
      [`due.${name}.at`, task?.at ?? null],
      [`due.${name}.seq`, task?.seq ?? null],
    ]
  })
  return { revision, ...Object.fromEntries(times) }
}

/** Where a kind of task is stored, and the job that does it. */
export type DueTask = {
  // biome-ignore lint/suspicious/noExplicitAny: any document with tasks; mongoose's Model is invariant in it
  model: Model<any>
  /** Path of the task in the document: `due.payment`. */
  path: string
  /** The name of its jobs. */
  name: string
  /** The job for a document; `needs` are the fields that decide which. */
  // biome-ignore lint/suspicious/noExplicitAny: as above
  jobFor(document: any): JobDefinition
  needs?: readonly string[]
  /** The queue name under which it may be polled without a job; undefined: it is not polled. */
  // biome-ignore lint/suspicious/noExplicitAny: as above
  pollsOf?(document: any): string | undefined
  /** Filters the documents that are swept; default: all. */
  only?: object
  /** A task late by this much has lost its job or its process; default 3 s. */
  sweepGraceMs?: number
  /** Whether the task was left to the sweeper and never enqueued. */
  // biome-ignore lint/suspicious/noExplicitAny: as above
  isLeftToSweeper?(document: any): boolean
}

export const sweepGraceOf = ({ sweepGraceMs = 3_000 }: DueTask): number => sweepGraceMs

/**
 * A filter for documents whose task was due before `then`. `$type` is repeated because the index is
 * partial, and MongoDB uses a partial index only for a query that repeats its condition.
 */
export const dueBefore = (path: string, then: Date) => ({ [`${path}.at`]: { $type: 'date', $lt: then } })

/** A filter for documents whose task was due before `then` and was swept three times in a row or more. */
export const dueAndSweptOften = (path: string, then: Date) => ({
  ...dueBefore(path, then),
  [`${path}.swept.count`]: { $gte: highSweepCount },
  $expr: { $eq: [`$${path}.seq`, `$${path}.swept.seq`] },
})
