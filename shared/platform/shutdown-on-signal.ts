import type { Logger } from './logger.ts'
import { disconnectMongo } from './mongo.ts'
import { pendingWrites } from './retry-until-success.ts'

/**
 * Shuts the process down on SIGTERM or SIGINT: `stop` awaits running work, then MongoDB is
 * disconnected. Exits at once with code 1 on a second signal, or after `withinMs`, but then not
 * before pending writes are recorded.
 */
export function shutdownOnSignal(stop: () => Promise<void>, log: Logger, withinMs = 8_000): void {
  let isShuttingDown = false
  const end = async () => {
    if (isShuttingDown) process.exit(1)
    isShuttingDown = true
    setTimeout(() => exitWhenRecorded(log), withinMs).unref()
    await stop()
    await disconnectMongo()
    log.info('stopped')
    process.exit(0)
  }
  process.on('SIGTERM', end)
  process.on('SIGINT', end)
}

function exitWhenRecorded(log: Logger): void {
  if (pendingWrites() === 0) process.exit(1)
  log.error({ pendingWrites: pendingWrites() }, 'shutdown waits for pending writes')
  setTimeout(() => exitWhenRecorded(log), 1_000)
}
