import type { Deps } from '@jhatpat/shared/domain/deps.ts'
import { reconcileNextPart, startYesterday } from '@jhatpat/shared/domain/reports/index.ts'
import { type Interval, startInterval } from '@jhatpat/shared/platform/interval.ts'

/** How often is looked whether a day is to be begun, or somebody has asked for one. */
const lookMs = 15_000

/**
 * Compares each day at four in the morning after it, and whatever is asked for, part after part, until stopped. One runs
 * in every worker process; each part is one's alone, and what a dead one had in hand is another's after five minutes.
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
    () => (hasMore ? 0 : lookMs),
  )
}
