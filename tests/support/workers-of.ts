import type { Deps } from '@jhatpat/shared/domain/deps.ts'
import { createRemotePublisher } from '@jhatpat/shared/platform/realtime.ts'
import { connectBlockingRedis } from '@jhatpat/shared/platform/redis.ts'

export type Workers = { stop(): Promise<void> }

/**
 * The queues' workers, in this process but with connections and a publisher of their own, as a worker process has
 * them. Loaded only when a test asks for them.
 */
export async function workersOf(deps: Deps): Promise<Workers> {
  const { startWorkers } = await import('../../workers/src/start-workers.ts')
  const redis = connectBlockingRedis(deps.env.REDIS_URL, deps.log)
  const remote = createRemotePublisher(redis, deps.env.QUEUE_PREFIX, deps.log)
  const workers = await startWorkers({ ...deps, publisher: remote.publisher })
  return {
    stop: async () => {
      await workers.stop()
      await remote.close().catch(() => undefined)
      redis.disconnect()
    },
  }
}
