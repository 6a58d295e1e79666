import { join } from 'node:path'
import { Redis } from 'ioredis'
import { type RunningRedis, startRedis } from '../../../scripts/services/redis.ts'
import type { FaultEnvironment } from './environment.ts'
import { waitFor } from './wait.ts'

/** A replica of the environment's Redis. */
export type RedisReplica = {
  /** Stops replication: what is written from now on is lost by a failover. */
  fallBehind(): Promise<void>
  /** Kills the environment's Redis; after `afterMs` without one, all links lead to the replica. */
  failOver(afterMs: number): Promise<void>
  stop(): Promise<void>
}

/** @returns when replication is complete */
export async function startReplica({
  folder,
  servers,
  links,
  note,
}: FaultEnvironment): Promise<RedisReplica> {
  const replica: RunningRedis = await startRedis({ dataDir: join(folder, 'redis-replica') })
  const redis = new Redis(replica.port, '127.0.0.1', { maxRetriesPerRequest: 3 })
  redis.on('error', () => undefined)
  const stop = async () => {
    redis.disconnect()
    await replica.stop(0)
  }
  try {
    await redis.replicaof('127.0.0.1', servers.redisPort)
    const isCopy = async () => (await redis.info('replication')).includes('master_link_status:up')
    await waitFor('the replica is a copy', isCopy)
  } catch (error) {
    await stop()
    throw error
  }
  return {
    async fallBehind() {
      await redis.replicaof('NO', 'ONE')
      note('the replica of Redis falls behind')
    },
    async failOver(afterMs) {
      const wires = links.to('redis')
      for (const wire of wires) wire.set('refuse')
      await servers.killRedis()
      note(`Redis is killed, and nothing is in its place for ${afterMs} ms`)
      await new Promise((done) => setTimeout(done, afterMs))
      for (const wire of wires) wire.lead(replica.port)
      for (const wire of wires) wire.set('pass')
      note('the replica is the new Redis, without the last writes')
    },
    stop,
  }
}
