import { readEnv } from '@jhatpat/shared/platform/env.ts'
import { createLogger } from '@jhatpat/shared/platform/logger.ts'
import { connectMongo } from '@jhatpat/shared/platform/mongo.ts'
import { followMongoClock } from '@jhatpat/shared/platform/mongo-clock.ts'
import { stopOnSignal } from '@jhatpat/shared/platform/stop-on-signal.ts'
import { whyNotStarted } from '@jhatpat/shared/platform/why-not-started.ts'
import { startApi } from './start-api.ts'

const env = readEnv()
const log = createLogger('api', env.LOG_LEVEL)

process.on('unhandledRejection', (reason) => log.error({ err: reason }, 'a promise failed unseen'))

try {
  await connectMongo(env.MONGODB_URI, log)
  const api = await startApi({ env, log, clock: await followMongoClock(log) })
  stopOnSignal(api.stop, log)
  log.info({ ready: true, port: api.port }, 'ready')
} catch (error) {
  log.fatal({ cause: (error as Error).name }, whyNotStarted(error))
  process.exit(1)
}
