/**
 * The time as the server has it. A phone's clock may be wrong and may be set while a page is open, so the time runs on
 * `performance.now()` from what the server's replies say; until the first of them it is the phone's.
 */

// How far the server's time is ahead of `performance.now()`, in ms: between the two. The Date header has whole seconds.
let least = performance.timeOrigin
let most = Number.POSITIVE_INFINITY
let isTold = false
const listeners = new Set<() => void>()

/**
 * Learns from one reply.
 * @param header its Date header; what is none teaches nothing
 * @param sentAt when it was asked for, on `performance.now()`
 */
export function learnTime(header: string | null, sentAt: number): void {
  const at = Date.parse(header ?? '')
  if (Number.isNaN(at)) return
  const low = at - performance.now()
  const high = at + 1000 - sentAt
  const before = serverNow()
  const fits = isTold && low <= most && high >= least
  least = fits ? Math.max(least, low) : low
  most = fits ? Math.min(most, high) : high
  isTold = true
  if (Math.abs(serverNow() - before) > 1000) for (const tell of listeners) tell()
}

/**
 * ms since 1970. Of the times that the replies leave open it is the latest: a time left never looks longer than it is.
 */
export function serverNow(): number {
  return isTold ? performance.now() + most : Date.now()
}

/** A time that was read from this browser's clock, in ms, as the server would have read it. */
export function byServer(atMs: number): number {
  return atMs - Date.now() + serverNow()
}

/** Calls the listener whenever the time turns out to be another by more than a second. Returns how to stop. */
export function onTimeSet(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
