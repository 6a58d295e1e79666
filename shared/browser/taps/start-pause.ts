export type Pause = {
  /** False when whoever waited has left. */
  over: Promise<boolean>
  /** Ends it at once. */
  hurry(): void
}

/**
 * Waits so long, and without a network until it is back, but no longer than `atMostMs`. The network's coming back ends
 * it too.
 */
export function startPause(ms: number, left: AbortSignal, atMostMs = Number.POSITIVE_INFINITY): Pause {
  let hurry = () => {}
  const over = new Promise<boolean>((done) => {
    const timer = setTimeout(() => {
      if (navigator.onLine) end()
    }, ms)
    const last = Number.isFinite(atMostMs) ? setTimeout(() => end(), atMostMs) : undefined
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
