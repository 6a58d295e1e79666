import type { Deps } from '@jhatpat/shared/domain/deps.ts'
import {
  clearOldRecords,
  clearOldRecordsEveryMs,
  clearOldRecordsJob,
} from '@jhatpat/shared/domain/person-data/index.ts'
import type { Interval } from '@jhatpat/shared/platform/interval.ts'
import type { JobHandler } from '../jobs/job.ts'
import { scheduleJob } from '../jobs/schedule-job.ts'

/** A failure is repeated a day later, from the last success on. */
export const clearOldRecordsHandler: JobHandler = {
  job: clearOldRecordsJob,
  isSwept: false,
  handle: (deps) => clearOldRecords(deps),
}

/**
 * Clears now and every day, again when Redis has lost the schedule.
 * @throws when Redis does not answer the first time
 */
export const scheduleClearing = (deps: Pick<Deps, 'clock' | 'queues'>): Promise<Interval> =>
  scheduleJob(deps, clearOldRecordsJob, clearOldRecordsEveryMs)
