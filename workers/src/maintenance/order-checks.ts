import type { Deps } from '@jhatpat/shared/domain/deps.ts'
import { checkOrders } from '@jhatpat/shared/domain/maintenance/index.ts'
import { type Interval, startInterval } from '@jhatpat/shared/platform/interval.ts'

/** How late a check may be. */
const pollMs = 3_000

/** Checks open and ended orders until stopped. One runs in every worker process. */
export function startOrderChecks(deps: Deps): Interval {
  let nextAt: Date | undefined
  return startInterval(
    async () => {
      if (nextAt && nextAt > deps.clock.now()) return
      try {
        nextAt = await checkOrders(deps)
      } catch (error) {
        deps.log.error({ err: String(error) }, 'open orders check failed')
      }
    },
    () => pollMs,
  )
}
