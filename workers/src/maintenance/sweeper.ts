import { dueWork, isPaused } from '@jhatpat/shared/domain/checkout/index.ts'
import type { Deps } from '@jhatpat/shared/domain/deps.ts'
import { sweep } from '@jhatpat/shared/platform/due.ts'

/** Late by this much means that its job is lost, or that whoever had it died. */
const graceMs = 3_000

/** Looks for overdue work until stopped. One runs in every worker process. */
export function startSweeper(deps: Deps): { stop(): Promise<void> } {
  let running: Promise<void> = Promise.resolve()
  const timer = setInterval(() => {
    running = running.then(() => sweepAll(deps))
  }, deps.env.SWEEP_MS)
  return {
    stop: async () => {
      clearInterval(timer)
      await running
    },
  }
}

async function sweepAll(deps: Deps): Promise<void> {
  for (const work of dueWork) {
    try {
      if (await isPaused(deps, work)) continue
      const queued = await sweep(work, deps, graceMs)
      if (queued > 0) deps.log.warn({ job: work.name, queued }, 'overdue work queued again')
    } catch (error) {
      deps.log.error({ job: work.name, err: String(error) }, 'sweep failed')
    }
  }
}
