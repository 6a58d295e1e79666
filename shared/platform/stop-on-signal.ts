import { unrecorded } from './keep-trying.ts'
import type { Logger } from './logger.ts'
import { disconnectMongo } from './mongo.ts'

/**
 * Ends the process in order on SIGTERM or SIGINT: `stop` lets what runs end, then MongoDB is left. Ends it at once,
 * with code 1, on a second signal or when that takes longer than `withinMs`, but not before what only this process
 * knows has been written down.
 */
export function stopOnSignal(stop: () => Promise<void>, log: Logger, withinMs = 8_000): void {
  let stopping = false
  const end = async () => {
    if (stopping) process.exit(1)
    stopping = true
    setTimeout(() => endWhenRecorded(log), withinMs).unref()
    await stop()
    await disconnectMongo()
    log.info('stopped')
    process.exit(0)
  }
  process.on('SIGTERM', end)
  process.on('SIGINT', end)
}

function endWhenRecorded(log: Logger): void {
  if (unrecorded() === 0) process.exit(1)
  log.error({ unrecorded: unrecorded() }, 'told to stop, but MongoDB has not taken these answers yet')
  setTimeout(() => endWhenRecorded(log), 1_000)
}
