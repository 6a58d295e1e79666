import type { Deps } from '@jhatpat/shared/domain/deps.ts'
import { recountOrders, recountEveryMs } from '@jhatpat/shared/domain/orders/index.ts'
import type { JobDefinition } from '@jhatpat/shared/platform/job-definition.ts'
import type { Interval } from '@jhatpat/shared/platform/interval.ts'
import type { JobHandler } from '../job.ts'
import { scheduleJob } from './schedule-job.ts'

const recountOrdersJob = { queue: 'maintenance', name: 'orders.recount' } as const satisfies JobDefinition

/** What fails in each of a job’s tries is counted again in an hour; until then the figures start from the last count, and take longer. */
export const recountOrdersHandler: JobHandler = {
  job: recountOrdersJob,
  isSwept: false,
  handle: (deps) => recountOrders(deps),
}

/**
 * Counts now, and from now on every hour, also after Redis has forgotten about it.
 * @throws when Redis does not answer the first time
 */
export const scheduleOrderCounters = (deps: Pick<Deps, 'clock' | 'queues'>): Promise<Interval> =>
  scheduleJob(deps, recountOrdersJob, recountEveryMs)
