import type { Logger } from './logger.ts'
import { disconnectMongo } from './mongo.ts'
import { pendingWrites } from './retry-until-success.ts'

/**
 * Ends the process in order on SIGTERM or SIGINT: `stop` lets what runs end, then MongoDB is left. Ends it at once,
 * with code 1, on a second signal or when that takes longer than `withinMs`, but not before what only this process
 * knows has been written down.
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
