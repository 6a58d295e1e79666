import { setTimeout as sleep } from 'node:timers/promises'
import { isOutage } from './outage.ts'

/** Errors other than an outage are not resolved by waiting longer. */
const timeoutMs = 20_000

let pendingCount = 0

/** How many results only this process has, because the database has not stored them yet. */
export const pendingWrites = (): number => pendingCount

/** The clock and pause between two tries; tests pass their own. */
type Time = { nowMs(): number; pause(ms: number): Promise<unknown> }

const realTime: Time = { nowMs: () => performance.now(), pause: (ms) => sleep(ms) }

/**
 * Records what cannot be requested again, such as a supplier's answer: retries while the database
 * is unavailable, as long as the process runs, and for 20 s after any other error, which is then
 * thrown. `work` must be idempotent.
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
