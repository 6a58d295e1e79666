import type { Deps } from '@jhatpat/shared/domain/deps.ts'
import {
  continueErasures,
  continueErasuresEveryMs,
  continueErasuresJob,
} from '@jhatpat/shared/domain/erasure/index.ts'
import type { Interval } from '@jhatpat/shared/platform/interval.ts'
import type { JobHandler } from '../jobs/job.ts'
import { scheduleJob } from '../jobs/schedule-job.ts'

/** A failure is repeated with the next run. */
export const continueErasuresHandler: JobHandler = {
  job: continueErasuresJob,
  isSwept: false,
  handle: (deps) => continueErasures(deps),
}

/**
 * Continues now and every five minutes, again when Redis has lost the schedule.
 * @throws when Redis does not answer the first time
 */
export const scheduleErasures = (deps: Pick<Deps, 'clock' | 'queues'>): Promise<Interval> =>
  scheduleJob(deps, continueErasuresJob, continueErasuresEveryMs)
