import { primariesOf, type RedisClient } from '@jhatpat/shared/platform/redis.ts'

/** All keys with a queue's prefix, or those that contain `part`, from every node. */
export async function redisKeysOf(redis: RedisClient, prefix: string, part = ''): Promise<string[]> {
  const found: string[] = []
  for (const master of primariesOf(redis)) {
    for await (const keys of master.scanStream({ match: `*${prefix}:${part}*`, count: 500 })) {
      found.push(...(keys as string[]))
    }
  }
  return [...new Set(found)]
}

/** Removes them one by one, because they are on different nodes. Returns their number. */
export async function removeRedisKeys(redis: RedisClient, prefix: string, part = ''): Promise<number> {
  const keys = await redisKeysOf(redis, prefix, part)
  const removed = await Promise.all(keys.map((key) => redis.unlink(key)))
  return removed.reduce((sum, count) => sum + count, 0)
}
