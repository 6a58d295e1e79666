import type { Deps } from '@jhatpat/shared/domain/deps.ts'
import { releaseHeldOrders } from '@jhatpat/shared/domain/orders/index.ts'
import { type Interval, startInterval, untilWholeSecond } from '@jhatpat/shared/platform/interval.ts'

/**
 * How often held orders are polled: during a release more often than the maximal rate, so that no
 * order waits for the poll.
 */
const pollMs = { releasing: 200, else: 1_000 }

/**
 * Releases held orders at the rate of their incident until stopped. One runs in every worker
 * process.
 */
export function startHoldRelease(deps: Deps): Interval {
  let isReleasing = false
  const poll = async () => {
    try {
      isReleasing = await releaseHeldOrders(deps)
    } catch (error) {
      deps.log.error({ err: String(error) }, 'order release failed')
    }
  }
  return startInterval(poll, () => (isReleasing ? pollMs.releasing : untilWholeSecond(pollMs.else)))
}
