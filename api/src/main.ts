import { migrations } from '@jhatpat/shared/domain/database/index.ts'
import { readEnv } from '@jhatpat/shared/platform/env.ts'
import { createLogger } from '@jhatpat/shared/platform/logger.ts'
import { requirePreparedDatabase } from '@jhatpat/shared/platform/migrations.ts'
import { connectMongo } from '@jhatpat/shared/platform/mongo.ts'
import { startMongoClock } from '@jhatpat/shared/platform/mongo-clock.ts'
import { shutdownOnSignal } from '@jhatpat/shared/platform/shutdown-on-signal.ts'
import { startupAdvice } from '@jhatpat/shared/platform/start-failure-message.ts'
import { startTelemetry } from '@jhatpat/shared/platform/start-telemetry.ts'
import { startApi } from './start-api.ts'

const env = readEnv()
const log = createLogger('api', env.LOG_LEVEL)

process.on('unhandledRejection', (reason) => log.error({ err: reason }, 'unhandled rejection'))

try {
  await connectMongo(env.MONGODB_URI, log)
  await requirePreparedDatabase(migrations)
  const endTelemetry = await startTelemetry(env, 'api')
  const api = await startApi({ env, log, clock: await startMongoClock(log) })
  const stop = async () => {
    await api.stop()
    await endTelemetry()
  }
  shutdownOnSignal(stop, log)
  log.info({ ready: true, port: api.port }, 'ready')
} catch (error) {
  log.fatal({ cause: (error as Error).name }, startupAdvice(error))
  process.exit(1)
}
