import { supplierNames } from '@jhatpat/shared/contracts/api-types.ts'
import type { Deps } from '@jhatpat/shared/domain/deps.ts'
import { createPoller } from '@jhatpat/shared/domain/orders/index.ts'
import { type Interval, startInterval } from '@jhatpat/shared/platform/interval.ts'
import { standingLease } from '@jhatpat/shared/platform/lease.ts'
import type { Polls } from '@jhatpat/shared/platform/polls.ts'
import { connectBlockingRedis } from '@jhatpat/shared/platform/redis.ts'
import { hashTag } from '@jhatpat/shared/platform/redis-keys.ts'

/** Rests in ms between two turns: while polls are running, and without the lease. */
const restMs = { busy: 50, waiting: 1_000 }

/** How late a poll may be whose scheduling did not wake its poller, as when Redis fails over. */
const unnoticedMs = 2_000

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
  const lease = standingLease(deps.redis, `${hashTag(deps.env.QUEUE_PREFIX, 'polls', name)}:lease`)
  const blocking = connectBlockingRedis(deps.env.REDIS_URL, deps.log)
  let rest = 0
  let isBusy = false
  const polling = startInterval(
    async () => {
      rest = restMs.waiting
      if (!(await lease.acquire())) return
      const wait = { now: deps.clock.now(), limitMs: unnoticedMs }
      const isDue = isBusy || (await deps.polls.wait(name, blocking, wait))
      // A wait may outlast the lease when Redis fails over.
      isBusy = isDue && lease.isHeld() && (await poller.turn()) > 0
      rest = isBusy ? restMs.busy : 0
    },
    () => rest,
  )
  return {
    stop: async () => {
      const stopped = polling.stop()
      blocking.disconnect()
      await stopped
      await poller.idle()
      await lease.end()
    },
  }
}
