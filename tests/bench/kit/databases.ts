import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createLogger } from '@jhatpat/shared/platform/logger.ts'
import { disconnectMongo } from '@jhatpat/shared/platform/mongo.ts'
import { connectRedis } from '@jhatpat/shared/platform/redis.ts'
import { lockFolder } from '../../../scripts/processes/folder-lock.ts'
import type { Running } from '../../../scripts/processes/process-group.ts'
import { startParentWatcher } from '../../../scripts/processes/start-parent-watcher.ts'
import { startMongo } from '../../../scripts/services/mongodb.ts'
import { startRedis } from '../../../scripts/services/redis.ts'
import { endedWithBench, interrupted } from './interrupted.ts'
import { type Servers, serversOf } from './servers.ts'

type Wanted = { dataDir: string; cacheGb: number; isKept?: boolean }

export type Databases = {
  mongodbUri: string
  mongodPid: number
  redisUrl: string
  /** Read from the servers once this process is connected to MongoDB. */
  servers(): Promise<Servers>
  stop(): Promise<void>
}

/**
 * MongoDB and Redis without a shop. They end with this process, however that ends; the folder is removed
 * too unless it is kept.
 */
export async function startDatabases({ dataDir, cacheGb, isKept = false }: Wanted): Promise<Databases> {
  const folderLock = await lockFolder(dataDir, console.warn)
  const stopParentWatcher = startParentWatcher(folderLock)
  const started: Running[] = []
  const onSpawn = (running: Running) => {
    // The bench was interrupted during the start, after everything else was stopped.
    if (interrupted.aborted) return void running.stop(0)
    started.push(running)
    folderLock.add({ name: 'a database', pid: running.pid, marker: dataDir })
  }
  const stop = endedWithBench(async () => {
    await disconnectMongo()
    // A kept database is shut down cleanly.
    await Promise.all(started.map((running) => running.stop(isKept ? 60_000 : 2_000)))
    folderLock.release()
    stopParentWatcher()
    if (!isKept) await rm(dataDir, { recursive: true, force: true, maxRetries: 3 })
  })
  try {
    const mongo = await startMongo({ dataDir: join(dataDir, 'mongodb'), cacheGb, onSpawn })
    const redis = await startRedis({ dataDir: join(dataDir, 'redis'), onSpawn })
    const servers = async () => {
      const client = connectRedis(redis.url, createLogger('bench', 'silent'))
      return serversOf(client).finally(() => client.disconnect())
    }
    return { mongodbUri: mongo.uri, mongodPid: mongo.pid, redisUrl: redis.url, servers, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
