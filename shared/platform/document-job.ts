import type { JobDefinition } from './job-definition.ts'

/** A document's work as a job: which kind, whose, and which of that document's due works. */
export type DocumentJob = { job: JobDefinition; id: string; seq: number }

/** The id in BullMQ: a kept job, even a failed one, keeps another of its id from being added. */
export const jobIdOf = ({ job, id, seq }: DocumentJob): string => `${job.name}-${id}-${seq}`

/**
 * BullMQ takes jobs without a priority first. Looks for money are mostly in vain: those that someone waits for, as
 * after a callback, must not stand behind them.
 */
export const priorityOf = ({ queue }: JobDefinition, isUrgent = false): { priority?: number } =>
  queue === 'payments' && !isUrgent ? { priority: 10 } : {}

/**
 * Work that is due later than this is not put into Redis, whose memory is for what is near: the sweeper brings it
 * when its time has come.
 */
export const maxEnqueueAheadMs = 5 * 60_000
