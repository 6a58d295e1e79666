import { AppError } from '../../../platform/app-error.ts'
import { isConnected } from '../../../platform/redis.ts'
import { hashTag } from '../../../platform/redis-keys.ts'
import type { Deps } from '../../deps.ts'

type CheckDeps = Pick<Deps, 'redis' | 'env' | 'log' | 'clock'>

/**
 * The checks of the current second by account, counted in this process while Redis is unavailable, so that
 * the limit stays.
 */
const counts = { second: 0, ofAccounts: new Map<string, number>() }

/**
 * Counts an id check without a session against the limit of its supplier account for one second, across all
 * processes (`ID_CHECKS_PER_SECOND`). Checks of customers and for purchases do not count.
 * @throws too_many_requests
 */
export async function takeAnonymousCheck(deps: CheckDeps, account: string): Promise<void> {
  const calls = (await countInRedis(deps, account)) ?? countInProcess(deps, account)
  if (calls > deps.env.ID_CHECKS_PER_SECOND) throw new AppError('too_many_requests')
}

/** @returns undefined when Redis does not return a number */
async function countInRedis(
  { redis, env, log, clock }: CheckDeps,
  account: string,
): Promise<number | undefined> {
  if (!isConnected(redis)) return undefined
  const key = hashTag(env.QUEUE_PREFIX, 'anonymous-checks', account, String(secondOf(clock)))
  try {
    const [incremented] = (await redis.multi().incr(key).expire(key, 10).exec()) ?? []
    const [error, calls] = incremented ?? []
    if (error) throw error
    return typeof calls === 'number' ? calls : undefined
  } catch (error) {
    log.debug({ err: String(error) }, 'an id check was counted in this process alone')
    return undefined
  }
}

/** Reads the clock again: Redis may have taken a while to fail. */
function countInProcess({ clock }: CheckDeps, account: string): number {
  const second = secondOf(clock)
  if (counts.second !== second) Object.assign(counts, { second, ofAccounts: new Map() })
  const calls = (counts.ofAccounts.get(account) ?? 0) + 1
  counts.ofAccounts.set(account, calls)
  return calls
}

const secondOf = (clock: Deps['clock']): number => Math.floor(clock.now().getTime() / 1_000)
