/**
 * Makes many news one: the first is heard at once, those of the next `restMs` together.
 * @returns `stop` forgets what is still gathered
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
