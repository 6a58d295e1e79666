export type Interval = { stop(): Promise<void> }

/**
 * A delay of up to `ms` that ends on a whole second of this process: intervals that use it wake an
 * idle process together. The millisecond more is for timers that are early.
 */
export const untilWholeSecond = (ms: number): number => Math.ceil(ms - (performance.now() % 1_000)) + 1

/**
 * Repeats `work`, each run after the end of the last, so that slow runs never pile up. The first
 * starts after a delay. `stop` waits for the current run.
 * @param work reports its own errors: a rejection only ends one run
 * @param delayMs the delay after a run that took `tookMs`
 */
export function startInterval(work: () => Promise<void>, delayMs: (tookMs: number) => number): Interval {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()
  let isStopped = false
  const scheduleNext = (tookMs: number) => {
    if (!isStopped) timer = setTimeout(run, delayMs(tookMs))
  }
  const run = () => {
    const startedAt = performance.now()
    running = work()
      .catch(() => undefined)
      .then(() => scheduleNext(performance.now() - startedAt))
  }
  scheduleNext(0)
  return {
    stop: async () => {
      isStopped = true
      clearTimeout(timer)
      await running
    },
  }
}
