import { Redis } from 'ioredis'
import type { Logger } from './logger.ts'

/** For requests: fails within a second or so when Redis is away, instead of keeping the caller waiting. */
export function connectRedis(url: string, log: Logger): Redis {
  return withErrorLog(
    new Redis(url, { maxRetriesPerRequest: 1, enableOfflineQueue: true, commandTimeout: 2_000 }),
    log,
  )
}

/**
 * For workers and socket streams: blocks, and waits for Redis to come back. A half-open connection is given up
 * after 12 s: BullMQ may block for 10 s on an idle queue, and a shorter limit would cut that off.
 */
export function connectBlockingRedis(url: string, log: Logger): Redis {
  return withErrorLog(new Redis(url, { maxRetriesPerRequest: null, socketTimeout: 12_000 }), log)
}

/**
 * Refuses a Redis that may drop queue entries.
 * @throws with a sentence that says what to do
 */
export async function checkRedis(redis: Redis): Promise<void> {
  const info = await redis.info('memory')
  const policy = /maxmemory_policy:(\S+)/.exec(info)?.[1]
  if (policy && policy !== 'noeviction') {
    throw new Error(
      `Redis may evict queue entries (maxmemory-policy ${policy}): set maxmemory-policy noeviction.`,
    )
  }
}

function withErrorLog(redis: Redis, log: Logger): Redis {
  let lastAt = 0
  redis.on('error', (error: Error) => {
    const now = Date.now()
    if (now - lastAt < 5_000) return
    lastAt = now
    log.warn({ err: error.message }, 'Redis does not answer')
  })
  return redis
}
