import type { Deps } from '@jhatpat/shared/domain/deps.ts'
import { readBalances, forecastCoverage } from '@jhatpat/shared/domain/suppliers/index.ts'
import { type Interval, startInterval } from '@jhatpat/shared/platform/interval.ts'

/** How often is looked whether something is due. What is, is done by one process at a time for each account. */
const lookMs = 3_000

/**
 * Reads the suppliers' balances, and holds what is sold against them, until stopped. One runs in every worker process.
 * The two do not wait for each other: a supplier that does not answer holds up no pause.
 */
export function scheduleSupplierChecks(deps: Deps): Interval {
  const intervals = [
    startLoggedInterval(deps, 'the suppliers’ balances were not read', () => readBalances(deps)),
    startLoggedInterval(deps, 'what is sold was not held against the balances', async () => {
      await deps.purchaseLog.write()
      await forecastCoverage(deps)
    }),
  ]
  return {
    stop: async () => {
      await Promise.all(intervals.map((one) => one.stop()))
    },
  }
}

const startLoggedInterval = ({ log }: Deps, what: string, work: () => Promise<void>): Interval =>
  startInterval(
    () => work().catch((error: unknown) => log.error({ err: String(error) }, what)),
    () => lookMs,
  )
