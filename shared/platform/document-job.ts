import type { JobDefinition } from './job-definition.ts'

/** A document's task as a job: the job's kind, the document's id and the task's `seq`. */
export type DocumentJob = { job: JobDefinition; id: string; seq: number }

/**
 * The job id in BullMQ: a stored job, even a failed one, prevents another with its id from being
 * added.
 */
export const jobIdOf = ({ job, id, seq }: DocumentJob): string => `${job.name}-${id}-${seq}`

/**
 * BullMQ runs jobs without a priority first. Most payment checks find nothing; urgent ones, such as
 * after a callback, must not wait behind them.
 */
export const priorityOf = ({ queue }: JobDefinition, isUrgent = false): { priority?: number } =>
  queue === 'payments' && !isUrgent ? { priority: 10 } : {}

/**
 * Work due later than this stays out of Redis, to save its memory; the sweeper enqueues it when it
 * is due.
 */
export const maxEnqueueAheadMs = 5 * 60_000
