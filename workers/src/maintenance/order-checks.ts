import type { Deps } from '@jhatpat/shared/domain/deps.ts'
import { checkOrders } from '@jhatpat/shared/domain/maintenance/index.ts'
import { type Interval, startInterval } from '@jhatpat/shared/platform/interval.ts'

/** How often is looked whether a turn of the check is due. */
const lookMs = 3_000

/** Checks orders while they are open and when they have ended, until stopped. One runs in every worker process. */
export function startOrderChecks(deps: Deps): Interval {
  return startInterval(
    () =>
      checkOrders(deps).catch((error: unknown) =>
        deps.log.error({ err: String(error) }, 'open orders check failed'),
      ),
    () => lookMs,
  )
}
