import type { Deps } from '@jhatpat/shared/domain/deps.ts'
import {
  createStatisticsReader,
  type MonitoredShop,
  readStoreState,
} from '@jhatpat/shared/domain/monitoring/index.ts'
import { startInterval, untilWholeSecond } from '@jhatpat/shared/platform/interval.ts'
import { standingLease } from '@jhatpat/shared/platform/lease.ts'
import { hashTag } from '@jhatpat/shared/platform/redis-keys.ts'
import { within, withTimeout } from '@jhatpat/shared/platform/with-timeout.ts'

export type ShopMonitor = {
  /** Undefined where another process counts. */
  current(): MonitoredShop | undefined
  stop(): Promise<void>
}

/** Called in the process that counts. */
export type ShopListeners = {
  /** After the stores were read, before the statistics are. */
  onStores?(shop: MonitoredShop): Promise<void>
  /** After each count, also one that brought no new statistics. */
  onCount?(shop: MonitoredShop): Promise<void>
}

/** A count waits for each of its parts this long; one that takes longer continues beside the next counts. */
const maxWaitMs = 5_000

/** How long the stop waits for evaluations: a message may be on its way, and that it was accepted must be recorded. */
const maxStopMs = 10_000

/**
 * Counts what belongs to the shop every `MONITORING_INTERVAL_MS`, in the worker process with the lease; a scrape only
 * reads what was counted last. When Redis does not answer all of them count:
 * the statistics are the same, and a Redis that refuses writes must not silence them.
 */
export function monitorShop(deps: Deps, { onStores, onCount }: ShopListeners = {}): ShopMonitor {
  const lease = standingLease(deps.redis, monitoringLeaseKey(deps.env.QUEUE_PREFIX))
  const readStatistics = createStatisticsReader(deps)
  let shop: MonitoredShop | undefined
  let hasCounted = false
  const readNext = oneAtATime(async () => {
    const statistics = await readStatistics()
    if (shop) shop = { ...shop, statistics }
  })
  const notifyNext = oneAtATime(async () => {
    if (shop) await onCount?.(shop)
  })
  const wait = (work: Promise<void>, failure: string) =>
    withTimeout(maxWaitMs, work, logFailed(deps, failure))
  const evaluating = new Set<Promise<void>>()
  const evaluate = async (evaluation: Promise<void>) => {
    evaluating.add(evaluation)
    const ended = evaluation.finally(() => evaluating.delete(evaluation))
    await wait(ended, 'alerts not evaluated')
  }
  const count = async () => {
    hasCounted = true
    const isHeld = await lease.acquire().catch(() => undefined)
    if (isHeld === false) {
      shop = undefined
      return
    }
    // Read first, so that a slow query for the statistics does not delay the alert about a store that is away.
    const stores = await readStoreState(deps)
    shop = { readAt: deps.clock.now(), stores, statistics: shop?.statistics }
    if (onStores) await evaluate(onStores(shop))
    await wait(readNext(), 'shop not counted')
    await evaluate(notifyNext())
  }
  const counting = startInterval(
    () => count().catch(logFailed(deps, 'shop not counted')),
    // The first count follows at once: a shop that has just started is not silent.
    () => (hasCounted ? untilWholeSecond(deps.env.MONITORING_INTERVAL_MS) : 0),
  )
  return {
    current: () => shop,
    stop: async () => {
      await counting.stop()
      await within(maxStopMs, Promise.allSettled(evaluating))
      shop = undefined
      await lease.end()
    },
  }
}

/** Of the one process that counts for the shop. */
export const monitoringLeaseKey = (prefix: string): string => `${hashTag(prefix, 'monitoring')}:lease`

const logFailed =
  ({ log }: Pick<Deps, 'log'>, message: string) =>
  (error: unknown) =>
    void log.error({ err: String(error) }, message)

/** A run that has not ended is not started again: it is waited for. */
function oneAtATime(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined
  return () => {
    running ??= work().finally(() => {
      running = undefined
    })
    return running
  }
}
