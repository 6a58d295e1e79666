import type { Deps } from '@jhatpat/shared/domain/deps.ts'
import {
  createStatisticsReader,
  type MonitoredShop,
  readStoreState,
} from '@jhatpat/shared/domain/monitoring/index.ts'
import { startInterval, untilWholeSecond } from '@jhatpat/shared/platform/interval.ts'
import { standingLease } from '@jhatpat/shared/platform/lease.ts'
import { hashTag } from '@jhatpat/shared/platform/redis-keys.ts'

/** How old the statistics may be, in ms. A scrape only reads what was counted last. */
const countMs = 15_000

export type ShopMonitor = {
  /** Undefined where another process counts. */
  current(): MonitoredShop | undefined
  stop(): Promise<void>
}

/**
 * Counts what belongs to the shop, in the worker process with the lease. When Redis does not answer all of them count:
 * the statistics are the same, and a Redis that refuses writes must not silence them.
 * @param onCount called after each count, in the process that counts
 */
export function monitorShop(deps: Deps, onCount?: (shop: MonitoredShop) => Promise<void>): ShopMonitor {
  const lease = standingLease(deps.redis, monitoringLeaseKey(deps.env.QUEUE_PREFIX))
  const readStatistics = createStatisticsReader(deps)
  let shop: MonitoredShop | undefined
  let hasCounted = false
  const count = async () => {
    hasCounted = true
    const isHeld = await lease.acquire().catch(() => undefined)
    if (isHeld === false) {
      shop = undefined
      return
    }
    const [stores, statistics] = await Promise.all([
      readStoreState(deps),
      readStatistics().catch(logFailed(deps)),
    ])
    shop = { statistics: statistics ?? shop?.statistics, stores }
    await onCount?.(shop).catch(logFailed(deps))
  }
  const counting = startInterval(
    () => count().catch(logFailed(deps)),
    // The first count follows at once: a shop that has just started is not silent.
    () => (hasCounted ? untilWholeSecond(countMs) : 0),
  )
  return {
    current: () => shop,
    stop: async () => {
      await counting.stop()
      shop = undefined
      await lease.end()
    },
  }
}

/** Of the one process that counts for the shop. */
export const monitoringLeaseKey = (prefix: string): string => `${hashTag(prefix, 'monitoring')}:lease`

const logFailed =
  ({ log }: Pick<Deps, 'log'>) =>
  (error: unknown) =>
    void log.error({ err: String(error) }, 'shop not counted')
