import { readEnv } from '@jhatpat/shared/platform/env.ts'
import { createLogger, type Logger } from '@jhatpat/shared/platform/logger.ts'
import { connectMongo, disconnectMongo } from '@jhatpat/shared/platform/mongo.ts'
import { startApi } from './start-api.ts'

const stopWithinMs = 8_000

const env = readEnv()
const log = createLogger('api', env.LOG_LEVEL)

process.on('unhandledRejection', (reason) => log.error({ err: reason }, 'a promise failed unseen'))

try {
  await connectMongo(env.MONGODB_URI, log)
  const api = await startApi({ env, log })
  stopOnSignal(api.stop, log)
  log.info({ ready: true, port: api.port }, 'ready')
} catch (error) {
  log.fatal({ cause: (error as Error).name }, sentenceFor(error))
  process.exit(1)
}

/** Ends in order on the first signal, and at once on the second or when that takes too long. */
function stopOnSignal(stop: () => Promise<void>, log: Logger): void {
  let stopping = false
  const end = async () => {
    if (stopping) process.exit(1)
    stopping = true
    setTimeout(() => process.exit(1), stopWithinMs).unref()
    await stop()
    await disconnectMongo()
    log.info('stopped')
    process.exit(0)
  }
  process.on('SIGTERM', end)
  process.on('SIGINT', end)
}

function sentenceFor(error: unknown): string {
  const { name, message } = error as Error
  if (/ServerSelection/.test(name)) {
    return 'MongoDB does not answer: start it, or correct MONGODB_URI.'
  }
  if (/MaxRetries|timed out|Connection is closed/.test(`${name} ${message}`)) {
    return 'Redis does not answer: start it, or correct REDIS_URL.'
  }
  return message
}
