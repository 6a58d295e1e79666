/**
 * The server's time. A phone's clock may be wrong and may be set while a page is open, so the time is
 * computed from `performance.now()` and the server's replies; until the first reply it is the phone's.
 */

// Upper bound of the server's time minus `performance.now()`, in ms: the Date header has whole seconds.
let aheadMs: number | undefined

/**
 * Synchronises with one reply, which must be fresh: a cached one has an old date.
 * @param header its Date header; an invalid one is ignored
 * @param sentAt when the request was sent, on `performance.now()`
 */
export function syncServerTime(header: string | null, sentAt: number): void {
  const at = Date.parse(header ?? '')
  if (!at) return
  const most = at + 1000 - sentAt
  // The server is further ahead than the bound allows: `performance.now()` paused while the device slept.
  aheadMs = aheadMs === undefined || at - performance.now() > aheadMs ? most : Math.min(aheadMs, most)
}

/**
 * ms since 1970. The latest time that the replies allow, so that a remaining time is never shown too long.
 */
export function serverNow(): number {
  return aheadMs === undefined ? Date.now() : performance.now() + aheadMs
}
