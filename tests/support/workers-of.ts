import type { Deps } from '@jhatpat/shared/domain/deps.ts'
import { createEmitter } from '@jhatpat/shared/platform/realtime.ts'
import { connectRedis } from '@jhatpat/shared/platform/redis.ts'

export type Workers = { stop(): Promise<void> }

/**
 * The queues' workers, in this process but with their own connection and publisher, like a worker process.
 * Loaded only when a test needs them.
 */
export async function workersOf(deps: Deps): Promise<Workers> {
  const { startWhenOpen } = await import('../../workers/src/start-when-open.ts')
  const redis = connectRedis(deps.env.REDIS_URL, deps.log)
  const publisher = createEmitter({ redis, prefix: deps.env.QUEUE_PREFIX, log: deps.log })
  const workers = await startWhenOpen({ ...deps, publisher }, (error) =>
    deps.log.fatal({ err: error }, 'workers not started'),
  )
  return {
    stop: async () => {
      await workers.stop()
      redis.disconnect()
    },
  }
}
