import { migrations } from '@jhatpat/shared/domain/database/index.ts'
import { appVersion } from '@jhatpat/shared/platform/app-version.ts'
import { readEnv } from '@jhatpat/shared/platform/env.ts'
import { processLogger } from '@jhatpat/shared/platform/logger.ts'
import { startMetrics } from '@jhatpat/shared/platform/metrics/start-metrics.ts'
import { requirePreparedDatabase } from '@jhatpat/shared/platform/migrations.ts'
import { connectMongo, shopAppName } from '@jhatpat/shared/platform/mongo.ts'
import { startMongoClock } from '@jhatpat/shared/platform/mongo-clock.ts'
import { shutdownOnSignal } from '@jhatpat/shared/platform/shutdown-on-signal.ts'
import { startupAdvice } from '@jhatpat/shared/platform/start-failure-message.ts'
import { startTelemetry } from '@jhatpat/shared/platform/start-telemetry.ts'
import { maxShutdownMs } from './http/shutdown.ts'
import { startApi } from './start-api.ts'

const env = readEnv()
const log = processLogger('api', env)

process.on('unhandledRejection', (reason) => log.error({ err: reason }, 'unhandled rejection'))

try {
  await connectMongo(env.MONGODB_URI, log, { appName: shopAppName(env.MONGODB_URI) })
  await requirePreparedDatabase(migrations)
  const endTelemetry = await startTelemetry(env, 'api', appVersion(env))
  const api = await startApi({ env, log, clock: await startMongoClock(log) })
  const sockets = () => api.deps.io.engine.clientsCount
  const metrics = await startMetrics({ env, log, role: 'api', version: appVersion(env), sockets })
  const stop = async () => {
    await metrics?.stop()
    await api.stop()
    await endTelemetry()
  }
  shutdownOnSignal(stop, log, maxShutdownMs(env))
  log.info({ ready: true, port: api.port }, 'ready')
} catch (error) {
  log.fatal({ cause: (error as Error).name }, startupAdvice(error))
  process.exit(1)
}
