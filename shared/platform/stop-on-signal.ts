import type { Logger } from './logger.ts'
import { disconnectMongo } from './mongo.ts'

/**
 * Ends the process in order on SIGTERM or SIGINT: `stop` lets what runs end, then MongoDB is left. Ends it at once,
 * with code 1, on a second signal or when that takes longer than `withinMs`.
 */
export function stopOnSignal(stop: () => Promise<void>, log: Logger, withinMs = 8_000): void {
  let stopping = false
  const end = async () => {
    if (stopping) process.exit(1)
    stopping = true
    setTimeout(() => process.exit(1), withinMs).unref()
    await stop()
    await disconnectMongo()
    log.info('stopped')
    process.exit(0)
  }
  process.on('SIGTERM', end)
  process.on('SIGINT', end)
}
