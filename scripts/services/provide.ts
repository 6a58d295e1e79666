import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { CliError } from '../processes/cli-error.ts'
import { lockFolder } from '../processes/folder-lock.ts'
import type { Running } from '../processes/process-group.ts'
import { startParentWatcher } from '../processes/start-parent-watcher.ts'
import { startMongo } from './mongodb.ts'
import { startRedis } from './redis.ts'
import { startRedisCluster } from './redis-cluster.ts'
import { makeTempFolder } from './temp-folder.ts'

export interface TestServices {
  mongodbUri: string
  redisUrl: string
  /** Where they come from, for the terminal. */
  source: string
  stop(): Promise<void>
}

interface TestServiceOptions {
  env?: NodeJS.ProcessEnv
  log?: (line: string) => void
}

/**
 * MongoDB and Redis for tests, from the first available of: MONGODB_URI and REDIS_URL; containers, where a
 * Docker engine responds; the programs of `npm start`, in a temporary folder, in memory if there is enough.
 * With TESTCONTAINERS=on containers are demanded, with `off` they are not tried.
 * With REDIS_CLUSTER=on, Redis is a cluster of three nodes, unless REDIS_URL names another.
 * @throws CliError for another value of TESTCONTAINERS, or with the reason why demanded containers did not start
 */
export async function provideTestServices({
  env = process.env,
  log,
}: TestServiceOptions = {}): Promise<TestServices> {
  const { MONGODB_URI: mongodbUri } = env
  const containers = containersMode(env.TESTCONTAINERS)
  const isClustered = env.REDIS_CLUSTER === 'on'
  const redisUrl = isClustered && !isCluster(env.REDIS_URL) ? undefined : env.REDIS_URL
  if (mongodbUri && redisUrl) return { mongodbUri, redisUrl, source: 'the environment', stop: async () => {} }
  const isNothingGiven = !mongodbUri && !redisUrl && !isClustered
  if (!isNothingGiven && containers === 'on')
    throw new CliError('TESTCONTAINERS is on: leave out MONGODB_URI, REDIS_URL and REDIS_CLUSTER.')
  if (isNothingGiven && containers !== 'off') {
    // Loaded lazily: it is large, and most importers of this module do not need it.
    const { startContainers } = await import('./containers.ts')
    const started = await startContainers()
    if (!('passedOver' in started)) return started
    if (containers === 'on')
      throw new CliError(`TESTCONTAINERS is on, and there are no containers: ${started.passedOver}`)
    log?.(`passed over containers: ${started.passedOver}`)
  }
  return startPrograms({ mongodbUri, redisUrl, isClustered, log })
}

function containersMode(text: string | undefined): 'on' | 'off' | 'auto' {
  const mode = text || 'auto'
  if (mode === 'on' || mode === 'off' || mode === 'auto') return mode
  throw new CliError(`TESTCONTAINERS is ${text}: set it to on, off or auto.`)
}

const isCluster = (redisUrl = '') => /^rediss?-cluster:/.test(redisUrl)

interface ProgramOptions {
  mongodbUri: string | undefined
  redisUrl: string | undefined
  isClustered: boolean
  log: ((line: string) => void) | undefined
}

async function startPrograms(options: ProgramOptions): Promise<TestServices> {
  const { mongodbUri, redisUrl, isClustered, log } = options
  const dataDir = await makeTempFolder('jhatpat-services-')
  const folderLock = await lockFolder(dataDir, () => {})
  // A killed test run ends nothing itself.
  const stopParentWatcher = startParentWatcher(folderLock)
  const onSpawn = ({ pid }: Running) => folderLock.add({ name: 'a server of tests', pid, marker: dataDir })
  const common = { onSpawn, ...(log && { log }) }
  const starting = [
    mongodbUri
      ? Promise.resolve(undefined)
      : startMongo({ dataDir: join(dataDir, 'mongodb'), testCommands: true, ...common }),
    redisUrl
      ? Promise.resolve(undefined)
      : (isClustered ? startRedisCluster : startRedis)({ dataDir: join(dataDir, 'redis'), ...common }),
  ] as const
  const stop = async () => {
    const settled = await Promise.allSettled(starting)
    const started = settled.flatMap((result) =>
      result.status === 'fulfilled' && result.value ? [result.value] : [],
    )
    await Promise.all(started.map((server) => server.stop()))
    folderLock.release()
    stopParentWatcher()
    await rm(dataDir, { recursive: true, force: true })
  }
  try {
    const [mongo, redis] = await Promise.all(starting)
    return {
      mongodbUri: mongo?.uri ?? (mongodbUri as string),
      redisUrl: redis?.url ?? (redisUrl as string),
      source: [mongo && `mongod ${mongo.version}`, redis && `redis-server ${redis.version}`]
        .filter(Boolean)
        .join(', '),
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}
