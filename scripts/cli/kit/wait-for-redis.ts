import { pingRedis, type RedisClient } from '@jhatpat/shared/platform/redis.ts'

/** Whether Redis answers; takes a few seconds when it does not. */
export const waitForRedis = (redis: RedisClient): Promise<boolean> =>
  pingRedis(redis).then(
    () => true,
    () => false,
  )
