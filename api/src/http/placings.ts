import { raiseAlert } from '@jhatpat/shared/domain/alerts/index.ts'
import { type Admission, createAdmission } from '@jhatpat/shared/platform/admission.ts'
import type { Clock } from '@jhatpat/shared/platform/clock.ts'
import type { Env } from '@jhatpat/shared/platform/env.ts'
import type { Logger } from '@jhatpat/shared/platform/logger.ts'

type PlacingDeps = { env: Pick<Env, 'ORDERS_AT_ONCE'>; clock: Clock; log: Logger }

/** So that a customer knows after a second at most that the shop is busy. */
const maxWaitMs = 500
const alertAgainMs = 10 * 60_000

/**
 * Limits the calls that place orders in this process. Refusals are counted, logged every ten seconds, and shown
 * on the dashboard. `stop` ends the reports.
 */
export function createPlacings(deps: PlacingDeps, reportMs = 10_000): Admission & { stop(): void } {
  const atOnce = deps.env.ORDERS_AT_ONCE
  let refused = 0
  let timer: NodeJS.Timeout | undefined
  const report = () => {
    const { running, waiting, tookMs } = placings.state()
    deps.log.warn({ refused, atOnce, running, waiting, tookMs }, 'orders refused')
    const detail = `${refused} refused in ${reportMs / 1_000} seconds; placing one took ${tookMs} ms, ${atOnce} at once`
    refused = 0
    void raiseAlert(deps, { kind: 'shop_busy', account: '', detail }, { repeatAfterMs: alertAgainMs })
  }
  const onRefused = () => {
    refused += 1
    if (refused === 1) timer = setTimeout(report, reportMs).unref()
  }
  const placings = createAdmission({ atOnce, maxWaitMs, onRefused })
  return { ...placings, stop: () => clearTimeout(timer) }
}
