import type { Deps } from '@jhatpat/shared/domain/deps.ts'
import { recountSales, salesEveryMs } from '@jhatpat/shared/domain/sales/index.ts'
import type { JobDefinition } from '@jhatpat/shared/platform/job-definition.ts'
import type { Interval } from '@jhatpat/shared/platform/interval.ts'
import type { JobHandler } from '../job.ts'
import { scheduleJob } from './schedule-job.ts'

const recountSalesJob = { queue: 'maintenance', name: 'sales.recount' } as const satisfies JobDefinition

/** What fails is counted again ten minutes later; the screen says until when all is counted. */
export const recountSalesHandler: JobHandler = {
  job: recountSalesJob,
  isSwept: false,
  handle: (deps) => recountSales(deps),
}

/**
 * Counts now, and from now on every ten minutes, also after Redis has forgotten about it.
 * @throws when Redis does not answer the first time
 */
export const scheduleSales = (deps: Pick<Deps, 'clock' | 'queues'>): Promise<Interval> =>
  scheduleJob(deps, recountSalesJob, salesEveryMs)
