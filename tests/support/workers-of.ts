import type { Deps } from '@jhatpat/shared/domain/deps.ts'
import { createEmitter } from '@jhatpat/shared/platform/realtime.ts'
import { connectRedis } from '@jhatpat/shared/platform/redis.ts'

export type Workers = { stop(): Promise<void> }

/**
 * The queues' workers, in this process but with a connection and a publisher of their own, as a worker process has
 * them. Loaded only when a test asks for them.
 */
export async function workersOf(deps: Deps): Promise<Workers> {
  const { startWorkers } = await import('../../workers/src/start-workers.ts')
  const redis = connectRedis(deps.env.REDIS_URL, deps.log)
  const publisher = createEmitter({ redis, prefix: deps.env.QUEUE_PREFIX, log: deps.log })
  const workers = await startWorkers({ ...deps, publisher })
  return {
    stop: async () => {
      await workers.stop()
      redis.disconnect()
    },
  }
}
