export type Pause = {
  /** False when whoever waited has left. */
  over: Promise<boolean>
  /** Ends it at once. */
  hurry(): void
}

/** Waits so long, and without a network until it is back. The network's coming back ends it too. */
export function startPause(ms: number, left: AbortSignal): Pause {
  let hurry = () => {}
  const over = new Promise<boolean>((done) => {
    const timer = setTimeout(() => {
      if (navigator.onLine) end()
    }, ms)
    const end = () => {
      clearTimeout(timer)
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
