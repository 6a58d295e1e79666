const interrupting = new AbortController()
const running = new Set<() => Promise<void>>()

/** Aborted when somebody ends the bench in the middle, as with Ctrl-C. */
export const interrupted: AbortSignal = interrupting.signal

/** What a bench has started is ended when it is done with it, or when the bench is ended in the middle. @returns how, once */
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

/** Databases are in process groups of their own, which a terminal's Ctrl-C does not reach. */
export function endOnSignals(): void {
  const end = async () => {
    interrupting.abort(new Error('The bench was ended.'))
    await Promise.allSettled([...running].reverse().map((stop) => stop()))
    process.exit(130)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, end)
}
