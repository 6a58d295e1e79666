import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Deps } from '../deps.ts'
import { inLine } from './in-line.ts'

type LockDeps = Pick<Deps, 'redis' | 'env' | 'log'>

const leaseMs = 5_000
const renewMs = 1_500
const waitMs = 30
const patienceMs = 10_000

const release = "if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0"
const renew =
  "if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('pexpire', KEYS[1], ARGV[2]) end return 0"

/**
 * Runs `work` while no other worker buys from the account, so that the balance before and after a call says
 * something about that call. Nothing but this evidence depends on it: when Redis is away `work` runs all the same.
 * @returns what `work` returns, or `busy` when the account was not free in time
 */
export function oneAtATime<T>(deps: LockDeps, account: string, work: () => Promise<T>): Promise<T | 'busy'> {
  const key = `{${deps.env.QUEUE_PREFIX}}:account:${account}`
  // Of the callers of one process only one at a time asks Redis.
  return inLine(key, 1, () => withLease(deps, key, work))
}

async function withLease<T>(deps: LockDeps, key: string, work: () => Promise<T>): Promise<T | 'busy'> {
  const token = randomUUID()
  const lease = await take(deps, key, token)
  if (lease === 'busy') return 'busy'
  if (lease === 'no_redis') return work()
  // A call ends within its time-out; one that hangs all the same must not keep the account for ever.
  const renewUntil = performance.now() + 3 * deps.env.SUPPLIER_TIMEOUT_MS
  const renewing = setInterval(() => {
    if (performance.now() < renewUntil) deps.redis.eval(renew, 1, key, token, leaseMs).catch(() => undefined)
  }, renewMs)
  try {
    return await work()
  } finally {
    clearInterval(renewing)
    await deps.redis.eval(release, 1, key, token).catch(() => undefined)
  }
}

async function take(deps: LockDeps, key: string, token: string): Promise<'taken' | 'busy' | 'no_redis'> {
  const giveUpAt = performance.now() + patienceMs
  try {
    while (!(await deps.redis.set(key, token, 'PX', leaseMs, 'NX'))) {
      if (performance.now() > giveUpAt) return 'busy'
      await sleep(waitMs)
    }
    return 'taken'
  } catch (error) {
    deps.log.debug({ err: String(error) }, 'account lease not taken')
    return 'no_redis'
  }
}
