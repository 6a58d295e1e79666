// cspell:ignore pttl
import type { RedisClient } from '@jhatpat/shared/platform/redis.ts'
import { redisKeysOf } from './redis-keys-of.ts'

/** Keys of a queue's prefix that have a text in their name or value, and how long they last, in ms; -1 for ever. */
export async function findInRedis(
  redis: RedisClient,
  prefix: string,
  texts: readonly string[],
): Promise<{ key: string; text: string; leftMs: number }[]> {
  const found: { key: string; text: string; leftMs: number }[] = []
  for (const key of await redisKeysOf(redis, prefix)) {
    const stored = `${key} ${JSON.stringify(await storedIn(redis, key))}`.toLowerCase()
    const own = texts.filter((text) => stored.includes(text.toLowerCase()))
    if (own.length === 0) continue
    const leftMs = await redis.pttl(key)
    found.push(...own.map((text) => ({ key, text, leftMs })))
  }
  return found
}

async function storedIn(redis: RedisClient, key: string): Promise<unknown> {
  const type = await redis.type(key)
  switch (type) {
    case 'string':
      return redis.get(key)
    case 'hash':
      return redis.hgetall(key)
    case 'list':
      return redis.lrange(key, 0, -1)
    case 'set':
      return redis.smembers(key)
    case 'zset':
      return redis.zrange(key, '0', '-1')
    case 'stream':
      return redis.xrange(key, '-', '+')
    // It expired meanwhile.
    case 'none':
      return undefined
    default:
      throw new Error(`${key} is a ${type}, which this cannot read`)
  }
}
