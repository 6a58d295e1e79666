/**
 * Makes many news one: the first is heard at once, those of the next `restMs` together.
 * @returns `stop` forgets what is still gathered
 */
export function gather(tell: () => void, restMs: number): { hear: () => void; stop: () => void } {
  let resting: number | undefined
  let hasMore = false
  const hear = () => {
    hasMore = resting !== undefined
    if (hasMore) return
    tell()
    resting = window.setTimeout(() => {
      resting = undefined
      if (hasMore) hear()
    }, restMs)
  }
  return { hear, stop: () => window.clearTimeout(resting) }
}
