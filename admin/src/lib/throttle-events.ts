/**
 * Throttles events: the first applies at once, those of the next `restMs` together.
 * @returns `receive` to report an event; `stop` cancels a pending call
 */
export function throttleEvents(apply: () => void, restMs: number): { receive: () => void; stop: () => void } {
  let resting: number | undefined
  let hasMore = false
  const receive = () => {
    hasMore = resting !== undefined
    if (hasMore) return
    apply()
    resting = window.setTimeout(() => {
      resting = undefined
      if (hasMore) receive()
    }, restMs)
  }
  return { receive: receive, stop: () => window.clearTimeout(resting) }
}
