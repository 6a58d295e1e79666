import { promiseMs } from '../contracts/order-status.ts'

const minuteMs = 60_000

export type RingTone = 'green' | 'amber' | 'red' | 'over'
export type Ring = {
  tone: RingTone
  /** Share of the time that is left, 0 to 1. */
  share: number
  /** Whole minutes left, rounded up; after the end, minutes past it, rounded up. */
  minutes: number
  leftMs: number
}

/**
 * The segment of a countdown ring: green, amber when half of the time has passed, red at five sixths (15 and
 * 25 of 30 minutes), then past. A clock that is slightly behind never shows more than the total time.
 * @param windowMs the total time; by default the promised delivery time of an order
 */
export function ringSegment(dueAtMs: number, nowMs: number, windowMs = promiseMs): Ring {
  const aheadMs = dueAtMs - nowMs
  const leftMs = aheadMs < windowMs + minuteMs ? Math.min(aheadMs, windowMs) : aheadMs
  const goneMs = windowMs - leftMs
  const minutes = Math.ceil(Math.abs(leftMs) / minuteMs)
  if (leftMs <= 0) return { tone: 'over', share: 1, minutes: Math.max(1, minutes), leftMs }
  const tone = goneMs >= (windowMs * 5) / 6 ? 'red' : goneMs >= windowMs / 2 ? 'amber' : 'green'
  return { tone, share: Math.min(1, leftMs / windowMs), minutes, leftMs }
}
