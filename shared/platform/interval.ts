export type Interval = { stop(): Promise<void> }

/**
 * Does `work` again and again, each time after the last one's end, so that slow ones never pile up. The first begins
 * after a rest. `stop` waits for what runs.
 * @param work says itself what went wrong: a rejection is only the end of one time
 * @param restMs how long to wait after work that took so many ms
 */
export function startInterval(work: () => Promise<void>, restMs: (tookMs: number) => number): Interval {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()
  let isStopped = false
  const rest = (tookMs: number) => {
    if (!isStopped) timer = setTimeout(run, restMs(tookMs))
  }
  const run = () => {
    const startedAt = performance.now()
    running = work()
      .catch(() => undefined)
      .then(() => rest(performance.now() - startedAt))
  }
  rest(0)
  return {
    stop: async () => {
      isStopped = true
      clearTimeout(timer)
      await running
    },
  }
}
