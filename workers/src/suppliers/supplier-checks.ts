import type { Deps } from '@jhatpat/shared/domain/deps.ts'
import { syncPriceLists } from '@jhatpat/shared/domain/purchasing/index.ts'
import { forecastCoverage, readBalances } from '@jhatpat/shared/domain/suppliers/index.ts'
import { type Interval, startInterval } from '@jhatpat/shared/platform/interval.ts'
import type { JobDefinition } from '@jhatpat/shared/platform/job-definition.ts'
import type { JobHandler } from '../jobs/job.ts'
import { scheduleJob } from '../jobs/schedule-job.ts'

/** How often due checks are polled. Each is done by one process at a time for each account. */
const pollMs = 3_000

/**
 * Reads the suppliers' balances, and compares them with what is sold, until stopped. One runs in
 * every worker process. The two do not wait for each other: an unresponsive supplier delays no
 * pause.
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
    () => pollMs,
  )

const syncPriceListsJob = {
  queue: 'maintenance',
  name: 'suppliers.sync-price-lists',
} as const satisfies JobDefinition

/** An unreadable list fails the job: it is retried at once, and then with the next check. */
export const syncPriceListsHandler: JobHandler = {
  job: syncPriceListsJob,
  isSwept: false,
  handle: (deps) => syncPriceLists(deps),
}

/** How often the age of the price lists is checked. */
const priceListCheckMs = 3_600_000

/**
 * Checks now and every hour, again when Redis has lost the schedule; recent lists are not read
 * again.
 * @throws when Redis does not answer the first time
 */
export const schedulePriceLists = (deps: Pick<Deps, 'clock' | 'queues'>): Promise<Interval> =>
  scheduleJob(deps, syncPriceListsJob, priceListCheckMs)
