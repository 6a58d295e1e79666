import type { Deps } from '@jhatpat/shared/domain/deps.ts'
import { syncPriceLists } from '@jhatpat/shared/domain/supply/index.ts'
import type { JobDefinition } from '@jhatpat/shared/platform/job-definition.ts'
import type { Interval } from '@jhatpat/shared/platform/interval.ts'
import type { JobHandler } from '../job.ts'
import { scheduleJob } from './schedule-job.ts'

const syncPriceListsJob = { queue: 'maintenance', name: 'suppliers.sync-price-lists' } as const satisfies JobDefinition

/** A list that couldn't be read fails the job: it is tried again at once, and then at the next look. */
export const syncPriceListsHandler: JobHandler = {
  job: syncPriceListsJob,
  isSwept: false,
  handle: (deps) => syncPriceLists(deps),
}

/** How often is looked whether a price list is older than it may be. */
const lookEveryMs = 3_600_000

/**
 * Looks now, and from now on every hour, also after Redis has forgotten about it; a list that is not old is left alone.
 * @throws when Redis does not answer the first time
 */
export const schedulePriceLists = (deps: Pick<Deps, 'clock' | 'queues'>): Promise<Interval> =>
  scheduleJob(deps, syncPriceListsJob, lookEveryMs)
