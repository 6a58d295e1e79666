import type { Deps } from '@jhatpat/shared/domain/deps.ts'
import { checkOrders } from '@jhatpat/shared/domain/maintenance/index.ts'
import { type Interval, startInterval } from '@jhatpat/shared/platform/interval.ts'

/** How often the check's due time is polled. */
const pollMs = 3_000

/** Checks open and ended orders until stopped. One runs in every worker process. */
export function startOrderChecks(deps: Deps): Interval {
  return startInterval(
    () =>
      checkOrders(deps).catch((error: unknown) =>
        deps.log.error({ err: String(error) }, 'open orders check failed'),
      ),
    () => pollMs,
  )
}
