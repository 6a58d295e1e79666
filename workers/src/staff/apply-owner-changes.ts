import type { Deps } from '@jhatpat/shared/domain/deps.ts'
import { applyDueOwnerChanges } from '@jhatpat/shared/domain/staff/index.ts'
import type { Interval } from '@jhatpat/shared/platform/interval.ts'
import type { JobDefinition } from '@jhatpat/shared/platform/job-definition.ts'
import type { JobHandler } from '../jobs/job.ts'
import { scheduleJob } from '../jobs/keep-counting.ts'

const everyMs = 5 * 60_000

const applyOwnerChangesJob = {
  queue: 'maintenance',
  name: 'owner-changes.apply',
} as const satisfies JobDefinition

/** What fails comes back with the next run. */
export const applyOwnerChangesHandler: JobHandler = {
  job: applyOwnerChangesJob,
  isSwept: false,
  handle: (deps) => applyDueOwnerChanges(deps),
}

/**
 * Applies what is due now, and from now on every five minutes, also after Redis has lost its data.
 * @throws when Redis does not answer the first time
 */
export const scheduleOwnerChanges = (deps: Pick<Deps, 'clock' | 'queues'>): Promise<Interval> =>
  scheduleJob(deps, applyOwnerChangesJob, everyMs)
