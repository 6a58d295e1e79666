/**
 * The time as the server has it. A phone's clock may be wrong and may be set while a page is open, so the time runs on
 * `performance.now()` from what the server's replies say; until the first of them it is the phone's.
 */

// How far the server's time is ahead of `performance.now()` at most, in ms: the Date header has whole seconds.
let aheadMs: number | undefined

/**
 * Learns from one reply, which must be fresh: one from a cache has an old date.
 * @param header its Date header; what is none teaches nothing
 * @param sentAt when it was asked for, on `performance.now()`
 */
export function syncServerTime(header: string | null, sentAt: number): void {
  const at = Date.parse(header ?? '')
  if (!at) return
  const most = at + 1000 - sentAt
  // A server that is further ahead than it could be: the page's own time stood still while the device slept.
  aheadMs = aheadMs === undefined || at - performance.now() > aheadMs ? most : Math.min(aheadMs, most)
}

/**
 * ms since 1970. Of the times that the replies leave open it is the latest: a time left never looks longer than it is.
 */
export function serverNow(): number {
  return aheadMs === undefined ? Date.now() : performance.now() + aheadMs
}
