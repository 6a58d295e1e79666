import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type RunningMongo, startMongo } from '../../../scripts/services/mongodb.ts'
import { type RunningRedis, startRedis } from '../../../scripts/services/redis.ts'

/** MongoDB and Redis that can be killed, emptied and restarted on the same ports. */
export type Servers = {
  mongoUri: string
  mongoPort: number
  /** One for each member; the first is the primary at the start. */
  mongoPids(): number[]
  redisPort: number
  killMongo(): Promise<void>
  restartMongo(): Promise<void>
  killRedis(): Promise<void>
  /** @param dir the new data folder */
  restartRedis(dir?: string): Promise<void>
  /** Deletes Redis's data, like a lost disk. Only while it is stopped. */
  wipeRedis(): Promise<void>
  stop(): Promise<void>
}

export async function startServers(options: { folder: string; mongoNodes: 1 | 3 }): Promise<Servers> {
  const mongoDir = join(options.folder, 'mongodb')
  let redisDir = join(options.folder, 'redis')
  const mongoOptions = { dataDir: mongoDir, nodes: options.mongoNodes, testCommands: true, cacheGb: 0.25 }
  let mongo: RunningMongo = await startMongo(mongoOptions)
  let redis: RunningRedis = await startRedis({ dataDir: redisDir })
  return {
    mongoUri: mongo.uri,
    mongoPort: mongo.port,
    mongoPids: () => mongo.pids,
    redisPort: redis.port,
    killMongo: () => mongo.stop(0),
    async restartMongo() {
      mongo = await startMongo({ ...mongoOptions, port: mongo.port })
    },
    killRedis: () => redis.stop(0),
    async restartRedis(dir = redisDir) {
      redisDir = dir
      redis = await startRedis({ dataDir: redisDir, port: redis.port })
    },
    wipeRedis: () => rm(redisDir, { recursive: true, force: true }),
    stop: async () => {
      await Promise.all([mongo.stop(2_000), redis.stop(2_000)])
    },
  }
}
