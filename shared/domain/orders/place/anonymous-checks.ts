import { AppError } from '../../../platform/app-error.ts'
import { isConnected } from '../../../platform/redis.ts'
import { keyGroup } from '../../../platform/redis-keys.ts'
import type { Deps } from '../../deps.ts'

type CheckDeps = Pick<Deps, 'redis' | 'env' | 'log' | 'clock'>

/** Counted here while Redis is away, so that being away opens no door. */
const counted = { key: '', calls: 0 }

/**
 * Takes one of the calls that id checks without a session may make to a supplier account in a second, all processes
 * together (`ID_CHECKS_PER_SECOND`). Checks of customers and of purchases do not count.
 * @throws too_many_requests
 */
export async function takeAnonymousCheck(deps: CheckDeps, account: string): Promise<void> {
  const second = Math.floor(deps.clock.now().getTime() / 1_000)
  const key = keyGroup(deps.env.QUEUE_PREFIX, 'anonymous-checks', account, String(second))
  const calls = (await countTogether(deps, key)) ?? countHere(key)
  if (calls > deps.env.ID_CHECKS_PER_SECOND) throw new AppError('too_many_requests')
}

async function countTogether({ redis, log }: CheckDeps, key: string): Promise<number | undefined> {
  if (!isConnected(redis)) return undefined
  try {
    const [counted] = (await redis.multi().incr(key).expire(key, 10).exec()) ?? []
    return Number(counted?.[1])
  } catch (error) {
    log.debug({ err: String(error) }, 'an id check was counted in this process alone')
    return undefined
  }
}

function countHere(key: string): number {
  if (counted.key !== key) Object.assign(counted, { key, calls: 0 })
  counted.calls += 1
  return counted.calls
}
