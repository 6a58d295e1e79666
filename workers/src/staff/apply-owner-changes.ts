import type { Deps } from '@jhatpat/shared/domain/deps.ts'
import { applyDueOwnerChanges } from '@jhatpat/shared/domain/staff/index.ts'
import type { Interval } from '@jhatpat/shared/platform/interval.ts'
import type { JobDefinition } from '@jhatpat/shared/platform/job-definition.ts'
import type { JobHandler } from '../jobs/job.ts'
import { scheduleJob } from '../jobs/schedule-job.ts'

const everyMs = 5 * 60_000

const applyOwnerChangesJob = {
  queue: 'maintenance',
  name: 'owner-changes.apply',
} as const satisfies JobDefinition

/** A failure is repeated with the next run. */
export const applyOwnerChangesHandler: JobHandler = {
  job: applyOwnerChangesJob,
  isSwept: false,
  handle: (deps) => applyDueOwnerChanges(deps),
}

/**
 * Applies due changes now and every five minutes, again when Redis has lost the schedule.
 * @throws when Redis does not answer the first time
 */
export const scheduleOwnerChanges = (deps: Pick<Deps, 'clock' | 'queues'>): Promise<Interval> =>
  scheduleJob(deps, applyOwnerChangesJob, everyMs)
