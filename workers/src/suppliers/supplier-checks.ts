import type { Deps } from '@jhatpat/shared/domain/deps.ts'
import { syncPriceLists } from '@jhatpat/shared/domain/purchasing/index.ts'
import { forecastCoverage, readBalances, readForecastFacts } from '@jhatpat/shared/domain/suppliers/index.ts'
import { type Interval, startInterval, untilWholeSecond } from '@jhatpat/shared/platform/interval.ts'
import type { JobDefinition } from '@jhatpat/shared/platform/job-definition.ts'
import { standingLease } from '@jhatpat/shared/platform/lease.ts'
import { hashTag } from '@jhatpat/shared/platform/redis-keys.ts'
import type { JobHandler } from '../jobs/job.ts'
import { scheduleJob } from '../jobs/schedule-job.ts'

/** How often balances are compared with what is sold, and how late a reading may be. */
const checkMs = 3_000

/**
 * Reads the suppliers' balances, and compares them with what is sold, until stopped. Runs in every
 * worker process, and works in the one with the lease; without an answer of Redis in all. The two do
 * not wait for each other: an unresponsive supplier delays no pause.
 */
export function scheduleSupplierChecks(deps: Deps): Interval {
  const lease = standingLease(deps.redis, forecastLeaseKey(deps.env.QUEUE_PREFIX))
  const logFailed = (what: string) => (error: unknown) => deps.log.error({ err: String(error) }, what)
  let reading: Promise<void> | undefined
  const check = async () => {
    await deps.purchaseLog.write()
    const isHeld = await lease.acquire().catch(() => undefined)
    if (isHeld === false) return
    const facts = await readForecastFacts()
    reading ??= readBalances(deps, facts.balances)
      .catch(logFailed('the suppliers’ balances were not read'))
      .finally(() => {
        reading = undefined
      })
    await forecastCoverage(deps, facts, isHeld ? lease.isHeld : undefined)
  }
  const checks = startInterval(
    () => check().catch(logFailed('what is sold was not held against the balances')),
    () => untilWholeSecond(checkMs),
  )
  return {
    stop: async () => {
      await checks.stop()
      await reading
      await lease.end()
    },
  }
}

/** Of the one process that compares balances with what is sold. */
export const forecastLeaseKey = (prefix: string): string => `${hashTag(prefix, 'forecast')}:lease`

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
