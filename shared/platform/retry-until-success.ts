import { setTimeout as sleep } from 'node:timers/promises'
import { isOutage } from './outage.ts'

/** What goes wrong otherwise than by a server's absence will not get better by waiting longer. */
const timeoutMs = 20_000

let pendingCount = 0

/** How much is known to this process alone, because the database has not taken it yet. */
export const pendingWrites = (): number => pendingCount

/** How time passes between two tries; tests have their own. */
type Time = { nowMs(): number; pause(ms: number): Promise<unknown> }

const realTime: Time = { nowMs: () => performance.now(), pause: (ms) => sleep(ms) }

/**
 * Writes down what cannot be asked for again, such as a supplier's answer: tries for as long as the process lives
 * while the database is away, and for 20 s after any other error, which is then thrown. `work` must be safe to repeat.
 */
export async function retryUntilSuccess<T>(work: () => Promise<T>, time = realTime): Promise<T> {
  pendingCount += 1
  try {
    return await untilRecorded(work, time)
  } finally {
    pendingCount -= 1
  }
}

async function untilRecorded<T>(work: () => Promise<T>, { nowMs, pause }: Time): Promise<T> {
  const end = nowMs() + timeoutMs
  for (let waitMs = 50; ; waitMs = Math.min(2_000, waitMs * 2)) {
    try {
      return await work()
    } catch (error) {
      if (!isOutage(error) && nowMs() + waitMs > end) throw error
      await pause(waitMs)
    }
  }
}
