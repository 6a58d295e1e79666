import type { AddressInfo } from 'node:net'
import { migrations } from '@jhatpat/shared/domain/database/index.ts'
import { appVersion } from '@jhatpat/shared/platform/app-version.ts'
import { readEnv } from '@jhatpat/shared/platform/env.ts'
import { processLogger } from '@jhatpat/shared/platform/logger.ts'
import { requirePreparedDatabase } from '@jhatpat/shared/platform/migrations.ts'
import { connectMongo, shopAppName } from '@jhatpat/shared/platform/mongo.ts'
import { startMongoClock } from '@jhatpat/shared/platform/mongo-clock.ts'
import { checkRedis } from '@jhatpat/shared/platform/redis.ts'
import { shutdownOnSignal } from '@jhatpat/shared/platform/shutdown-on-signal.ts'
import { startupAdvice } from '@jhatpat/shared/platform/start-failure-message.ts'
import { startTelemetry } from '@jhatpat/shared/platform/start-telemetry.ts'
import { createDeps } from './create-deps.ts'
import { listenForHealth } from './health.ts'
import { startMonitoring } from './monitoring/start-monitoring.ts'
import { startWhenOpen } from './start-when-open.ts'

const env = readEnv()
const log = processLogger('workers', env)

process.on('unhandledRejection', (reason) => log.error({ err: reason }, 'unhandled rejection'))

try {
  await connectMongo(env.MONGODB_URI, log, { appName: shopAppName(env.MONGODB_URI) })
  await requirePreparedDatabase(migrations)
  const endTelemetry = await startTelemetry(env, 'workers', appVersion(env))
  const { deps, close } = createDeps({ env, log, clock: await startMongoClock(log) })
  await checkRedis(deps.redis)
  const workers = await startWhenOpen(deps, endWith)
  const monitoring = await startMonitoring(deps, appVersion(env))
  const health = await listenForHealth(deps)
  const stop = async () => {
    health.beginStopping()
    await Promise.all([monitoring?.stop(), workers.stop()])
    health.server.close().closeAllConnections()
    await close()
    await endTelemetry()
  }
  // An interrupted purchase has an unknown outcome, so the supplier gets its time to answer.
  shutdownOnSignal(stop, log, env.SUPPLIER_TIMEOUT_MS + 15_000)
  log.info({ ready: true, port: (health.server.address() as AddressInfo).port }, 'ready')
} catch (error) {
  endWith(error)
}

/** A process whose workers do not run must not look as if they did: its supervisor starts it again. */
function endWith(error: unknown): never {
  log.fatal({ cause: (error as Error).name }, startupAdvice(error))
  process.exit(1)
}
