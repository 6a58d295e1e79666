import { randomUUID } from 'node:crypto'
import { startInterval, untilWholeSecond } from './interval.ts'
import type { RedisClient } from './redis.ts'

/**
 * A lock for work that one process at a time does. Losing it only causes double work: writes must
 * be safe without it.
 */
export type Lease = {
  /** False once another process may hold it: the work must stop. */
  isHeld(): boolean
  end(): Promise<void>
}

/** A lease for repeated work, held from one run to the next. */
export type StandingLease = Lease & {
  /**
   * Acquires the lease unless this or another process holds it.
   * @returns whether this process holds it
   * @throws when Redis does not answer
   */
  acquire(): Promise<boolean>
}

export function standingLease(redis: RedisClient, key: string): StandingLease {
  let lease: Lease | undefined
  const isHeld = () => lease?.isHeld() ?? false
  return {
    isHeld,
    acquire: async () => {
      if (isHeld()) return true
      await lease?.end()
      lease = await takeLease(redis, key)
      return isHeld()
    },
    end: async () => lease?.end(),
  }
}

/** How long the lease of a crashed process lasts. */
const leaseMs = 6_000

const extendIfOwn = `if redis.call('get', KEYS[1]) ~= ARGV[1] then return 0 end
return redis.call('pexpire', KEYS[1], ARGV[2])`
const deleteIfOwn = `if redis.call('get', KEYS[1]) ~= ARGV[1] then return 0 end
return redis.call('del', KEYS[1])`

/**
 * Acquires the lease of `key` and renews it until its end. It is lost when another process holds
 * it, and when it could not be renewed in time.
 * @returns undefined when another process holds it
 * @throws when Redis does not answer
 */
export async function takeLease(redis: RedisClient, key: string): Promise<Lease | undefined> {
  const token = randomUUID()
  let requestedAt = performance.now()
  if ((await redis.set(key, token, 'PX', leaseMs, 'NX')) !== 'OK') return undefined
  let isOwn = true
  let leaseEndsAt = requestedAt + leaseMs
  const renewing = startInterval(
    async () => {
      requestedAt = performance.now()
      isOwn &&= (await redis.eval(extendIfOwn, 1, key, token, leaseMs)) === 1
      if (isOwn) leaseEndsAt = requestedAt + leaseMs
    },
    () => untilWholeSecond(leaseMs / 3),
  )
  return {
    isHeld: () => isOwn && performance.now() < leaseEndsAt,
    end: async () => {
      await renewing.stop()
      // A lease that is not deleted expires.
      await redis.eval(deleteIfOwn, 1, key, token).catch(() => undefined)
    },
  }
}
