import type { Deps } from '@jhatpat/shared/domain/deps.ts'
import { measureDeliveryTimes, measureEveryMs } from '@jhatpat/shared/domain/orders/index.ts'
import type { JobDefinition } from '@jhatpat/shared/platform/job-definition.ts'
import type { Interval } from '@jhatpat/shared/platform/interval.ts'
import type { JobHandler } from '../job.ts'
import { scheduleJob } from './schedule-job.ts'

const measureDeliveryTimesJob = { queue: 'maintenance', name: 'orders.measure-delivery-times' } as const satisfies JobDefinition

/** What fails is counted again in five minutes; until then the last figures stand, for fifteen. */
export const measureDeliveryTimesHandler: JobHandler = {
  job: measureDeliveryTimesJob,
  isSwept: false,
  handle: (deps) => measureDeliveryTimes(deps),
}

/**
 * Counts now, and from now on every five minutes, also after Redis has forgotten about it.
 * @throws when Redis does not answer the first time
 */
export const scheduleDeliveryTimes = (deps: Pick<Deps, 'clock' | 'queues'>): Promise<Interval> =>
  scheduleJob(deps, measureDeliveryTimesJob, measureEveryMs)
