import { promiseMs } from '../contracts/order-status.ts'

const minuteMs = 60_000

export type RingTone = 'green' | 'amber' | 'red' | 'over'
export type Ring = {
  tone: RingTone
  /** Share of the time that is left, 0 to 1. */
  share: number
  /** Whole minutes left, rounded up; once it is over, minutes past, rounded up. */
  minutes: number
  leftMs: number
}

/**
 * How a ring clock stands: green, amber when half of the time is gone, red when five sixths are (15 and 25 of 30
 * minutes), then over.
 * A clock that is a little behind makes no more of it than the whole time.
 * @param windowMs the whole time; an order's promise unless told
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
