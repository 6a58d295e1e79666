import type { Deps } from '@jhatpat/shared/domain/deps.ts'
import { syncPriceLists } from '@jhatpat/shared/domain/purchasing/index.ts'
import { forecastCoverage, readBalances } from '@jhatpat/shared/domain/suppliers/index.ts'
import { type Interval, startInterval } from '@jhatpat/shared/platform/interval.ts'
import type { JobDefinition } from '@jhatpat/shared/platform/job-definition.ts'
import type { JobHandler } from '../jobs/job.ts'
import { scheduleJob } from '../jobs/keep-counting.ts'

/** How often is looked whether something is due. What is, is done by one process at a time for each account. */
const lookMs = 3_000

/**
 * Reads the suppliers' balances, and holds what is sold against them, until stopped. One runs in every worker process.
 * The two do not wait for each other: a supplier that does not answer holds up no pause.
 */
export function scheduleSupplierChecks(deps: Deps): Interval {
  const intervals = [
    startLoggedInterval(deps, 'the suppliers’ balances were not read', () => readBalances(deps)),
    startLoggedInterval(deps, 'what is sold was not held against the balances', async () => {
      await deps.purchaseLog.write()
      await forecastCoverage(deps)
    }),
  ]
  return {
    stop: async () => {
      await Promise.all(intervals.map((one) => one.stop()))
    },
  }
}

const startLoggedInterval = ({ log }: Deps, what: string, work: () => Promise<void>): Interval =>
  startInterval(
    () => work().catch((error: unknown) => log.error({ err: String(error) }, what)),
    () => lookMs,
  )

const syncPriceListsJob = {
  queue: 'maintenance',
  name: 'suppliers.sync-price-lists',
} as const satisfies JobDefinition

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
