import { join } from 'node:path'
import { freePorts } from '../processes/free-port.ts'
import type { Running } from '../processes/process-group.ts'
import { startMongo } from '../services/mongodb.ts'
import { startRedis } from '../services/redis.ts'
import type { LaunchOptions } from './launch-options.ts'

/** The addresses of MongoDB and Redis: those of the settings, or of servers started here. */
export async function provideServers(
  launchOptions: LaunchOptions,
): Promise<{ MONGODB_URI: string; REDIS_URL: string }> {
  const { MONGODB_URI, REDIS_URL } = launchOptions.settings
  const [mongodbPort, redisPort] = (await freePorts(2)) as [number, number]
  const [mongodbUri, redisUrl] = await Promise.all([
    addressOr(MONGODB_URI, () =>
      provide(launchOptions, {
        role: 'mongodb',
        title: 'MongoDB',
        start: async (common) => {
          const mongo = await startMongo({ ...common, port: mongodbPort })
          return { ...mongo, address: mongo.uri }
        },
      }),
    ),
    addressOr(REDIS_URL, () =>
      provide(launchOptions, {
        role: 'redis',
        title: 'Redis',
        start: async (common) => {
          const redis = await startRedis({ ...common, port: redisPort })
          return { ...redis, address: redis.url }
        },
      }),
    ),
  ])
  return { MONGODB_URI: mongodbUri, REDIS_URL: redisUrl }
}

async function addressOr(address: string | undefined, provideIt: () => Promise<string>): Promise<string> {
  return address ?? provideIt()
}

interface Server {
  role: 'mongodb' | 'redis'
  title: string
  start: (common: {
    dataDir: string
    onSpawn: (running: Running) => void
    log?: (line: string) => void
  }) => Promise<Running & { address: string; version: string; source: string }>
}

async function provide(launchOptions: LaunchOptions, { role, title, start }: Server): Promise<string> {
  const { settings, processPlan, reporter } = launchOptions
  const dataDir = join(launchOptions.dataDir, role)
  // The reason why a source was skipped is printed only at the most detailed log levels.
  const isCurious = settings.LOG_LEVEL === 'debug' || settings.LOG_LEVEL === 'trace'
  let address = ''
  let found = ''
  const add = () =>
    processPlan.add({
      role,
      name: role,
      marker: dataDir,
      start: async (onSpawn) => {
        const log = isCurious ? { log: (line: string) => reporter.say(`    ${line}`) } : {}
        const server = await start({ dataDir, onSpawn, ...log })
        address = server.address
        found = `${server.version}, ${server.source}`
        return server
      },
    })
  await reporter.step(title, add, () => found)
  return address
}
