import type { Deps } from '@jhatpat/shared/domain/deps.ts'
import { reconcileNextPart, startYesterday } from '@jhatpat/shared/domain/reports/index.ts'
import { type Interval, startInterval } from '@jhatpat/shared/platform/interval.ts'

/** How often due and requested days are polled. */
const pollMs = 15_000

/**
 * Reconciles each day at four in the morning after it, and requested days, in chunks until stopped.
 * One runs in every worker process; each chunk is locked by one process, and after a crash another
 * continues it five minutes later.
 */
export function startReconciliation(deps: Deps): Interval {
  let hasMore = false
  return startInterval(
    async () => {
      try {
        if (!hasMore) await startYesterday(deps)
        hasMore = await reconcileNextPart(deps)
      } catch (error) {
        hasMore = false
        deps.log.error({ err: String(error) }, 'reconciliation deferred')
      }
    },
    () => (hasMore ? 0 : pollMs),
  )
}
