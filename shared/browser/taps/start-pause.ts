export type RetryDelay = {
  /** False when whoever waited has left. */
  over: Promise<boolean>
  /** Ends it at once. */
  hurry(): void
}

/** Waits `ms`, or offline until the network is back, but no longer than `maxMs`. The network's return ends it too. */
export function retryDelay(ms: number, left: AbortSignal, maxMs = Number.POSITIVE_INFINITY): RetryDelay {
  let hurry = () => {}
  const over = new Promise<boolean>((done) => {
    const timer = setTimeout(() => {
      if (navigator.onLine) end()
    }, ms)
    const last = Number.isFinite(maxMs) ? setTimeout(() => end(), maxMs) : undefined
    const end = () => {
      clearTimeout(timer)
      clearTimeout(last)
      removeEventListener('online', end)
      left.removeEventListener('abort', end)
      done(!left.aborted)
    }
    addEventListener('online', end)
    left.addEventListener('abort', end)
    if (left.aborted) end()
    hurry = end
  })
  return { over, hurry }
}
