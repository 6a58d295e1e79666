import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { systemClock } from '@jhatpat/shared/platform/clock.ts'
import { readEnv } from '@jhatpat/shared/platform/env.ts'
import { createLogger } from '@jhatpat/shared/platform/logger.ts'
import { connectMongo, disconnectMongo } from '@jhatpat/shared/platform/mongo.ts'
import { createDeps } from './create-deps.ts'
import { answerHealth } from './health.ts'
import { startWorkers } from './start-workers.ts'

const stopWithinMs = 8_000

const env = readEnv()
const log = createLogger('workers', env.LOG_LEVEL)

process.on('unhandledRejection', (reason) => log.error({ err: reason }, 'a promise failed unseen'))

try {
  await connectMongo(env.MONGODB_URI, log)
  const { deps, close } = await createDeps({ env, log, clock: systemClock })
  const workers = await startWorkers(deps)
  const health = createServer((_request, response) => answerHealth(deps, response))
  await new Promise<void>((resolve) => health.listen(env.HEALTH_PORT, () => resolve()))
  stopOnSignal(async () => {
    health.close()
    await workers.stop()
    await close()
  })
  log.info({ ready: true, port: (health.address() as AddressInfo).port }, 'ready')
} catch (error) {
  log.fatal({ err: error }, error instanceof Error ? error.message : 'could not start')
  process.exit(1)
}

/** Lets running jobs end; on the second signal, or when that takes too long, stops at once. */
function stopOnSignal(stop: () => Promise<void>): void {
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
