const interrupting = new AbortController()
const running = new Set<() => Promise<void>>()

/** Aborted when the bench is interrupted, as with Ctrl-C. */
export const interrupted: AbortSignal = interrupting.signal

/**
 * Registers a stop function that runs when the bench is done with it, or when the bench is interrupted.
 * @returns the function, which runs once
 */
export function endedWithBench(stop: () => Promise<void>): () => Promise<void> {
  let stopped: Promise<void> | undefined
  const stopOnce = () => {
    running.delete(stopOnce)
    stopped ??= stop()
    return stopped
  }
  running.add(stopOnce)
  return stopOnce
}

/** Databases are in their own process groups, which a terminal's Ctrl-C does not reach. */
export function endOnSignals(): void {
  const end = async () => {
    interrupting.abort(new Error('The bench was ended.'))
    await Promise.allSettled([...running].reverse().map((stop) => stop()))
    process.exit(130)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, end)
}
