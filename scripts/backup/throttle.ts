import { setTimeout as sleep } from 'node:timers/promises'

/** Documents that are read and saved between two pauses. */
export const documentsAtOnce = 250
const pauseMs = 100
/** Documents that are saved without pauses: the backup of a small shop takes a second or two. */
const withoutPauses = 10_000

/**
 * Pauses of one backup, which leave processors and MongoDB to orders.
 * @param limitMs after that long there are none, so that the snapshot does not become too old
 * @returns waits, to be called by all collections after each `documentsAtOnce`
 */
export function createThrottle(limitMs: number): () => Promise<void> {
  const begunAt = performance.now()
  let batches = 0
  let last: Promise<void> = Promise.resolve()
  return () => {
    batches += 1
    const isFree = batches * documentsAtOnce <= withoutPauses || performance.now() - begunAt > limitMs
    if (!isFree) last = last.then(() => sleep(pauseMs))
    return last
  }
}
