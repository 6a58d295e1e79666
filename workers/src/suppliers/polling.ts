import { supplierNames } from '@jhatpat/shared/contracts/api-types.ts'
import type { Deps } from '@jhatpat/shared/domain/deps.ts'
import { createPoller } from '@jhatpat/shared/domain/orders/index.ts'
import { type Interval, startInterval } from '@jhatpat/shared/platform/interval.ts'
import { type Lease, takeLease } from '@jhatpat/shared/platform/lease.ts'
import type { Polls } from '@jhatpat/shared/platform/polls.ts'
import { hashTag } from '@jhatpat/shared/platform/redis-keys.ts'

/** Poll intervals in ms: while polls are running, while there are none, and without the lease. */
const restMs = { busy: 50, idle: 200, waiting: 1_000 }

/**
 * Polls the accounts that can look up their orders, until stopped. One process polls an account at
 * a time.
 */
export function startPolling(deps: Deps & { polls: Polls }): Interval {
  const names = supplierNames.filter((name) => deps.suppliers.byName[name].evidence === 'lookup')
  const accounts = names.map((name) => pollAccount(deps, name))
  return { stop: async () => void (await Promise.all(accounts.map((one) => one.stop()))) }
}

function pollAccount(deps: Deps & { polls: Polls }, name: (typeof supplierNames)[number]): Interval {
  const poller = createPoller(deps, { name })
  const key = `${hashTag(deps.env.QUEUE_PREFIX, 'polls', name)}:lease`
  let lease: Lease | undefined
  let rest = 0
  const polling = startInterval(
    async () => {
      rest = restMs.waiting
      if (!lease?.isHeld()) lease = await takeLease(deps.redis, key)
      if (!lease?.isHeld()) return
      rest = (await poller.turn()) > 0 ? restMs.busy : restMs.idle
    },
    () => rest,
  )
  return {
    stop: async () => {
      await polling.stop()
      await poller.idle()
      await lease?.end()
    },
  }
}
