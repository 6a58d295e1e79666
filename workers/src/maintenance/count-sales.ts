import type { Deps } from '@jhatpat/shared/domain/deps.ts'
import { countSales, salesEveryMs } from '@jhatpat/shared/domain/sales/index.ts'
import type { JobDefinition } from '@jhatpat/shared/platform/job-definition.ts'
import type { Repeating } from '@jhatpat/shared/platform/repeat.ts'
import type { JobHandler } from '../job.ts'
import { keepCounting } from './keep-counting.ts'

const countSalesJob = { queue: 'maintenance', name: 'sales.count' } as const satisfies JobDefinition

/** What fails is counted again ten minutes later; the screen says until when all is counted. */
export const countSalesHandler: JobHandler = {
  job: countSalesJob,
  isSwept: false,
  handle: (deps) => countSales(deps),
}

/**
 * Counts now, and from now on every ten minutes, also after Redis has forgotten about it.
 * @throws when Redis does not answer the first time
 */
export const keepSales = (deps: Pick<Deps, 'clock' | 'queues'>): Promise<Repeating> =>
  keepCounting(deps, countSalesJob, salesEveryMs)
