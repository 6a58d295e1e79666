import type { Deps } from '@jhatpat/shared/domain/deps.ts'
import { dueTasks, sweepFilter } from '@jhatpat/shared/domain/maintenance/index.ts'
import type { DueTask } from '@jhatpat/shared/platform/due-tasks.ts'
import { type Interval, startInterval } from '@jhatpat/shared/platform/interval.ts'
import { sweep } from '@jhatpat/shared/platform/sweep.ts'

/**
 * After a sweep the sweeper rests this many times as long as it took, so that a long one does not
 * dominate the load.
 */
const restShare = 4

/** Sweeps overdue tasks until stopped, each kind by itself. One runs in every worker process. */
export function startSweeper(deps: Deps): Interval {
  const sweepers = dueTasks.map((kind) =>
    startInterval(
      () => sweepTasks(deps, kind),
      (tookMs) => Math.max(deps.env.SWEEP_INTERVAL_MS, restShare * tookMs),
    ),
  )
  return {
    stop: async () => {
      await Promise.all(sweepers.map((sweeper) => sweeper.stop()))
    },
  }
}

async function sweepTasks(deps: Deps, kind: DueTask): Promise<void> {
  try {
    const only = await sweepFilter(deps, kind)
    if (!only) return
    const { queued, planned } = await sweep({ ...kind, only }, deps)
    const lost = queued - planned
    if (lost > 0) deps.log.warn({ job: kind.name, queued: lost }, 'overdue tasks enqueued')
    if (planned > 0) deps.log.info({ job: kind.name, queued: planned }, 'scheduled tasks enqueued')
  } catch (error) {
    deps.log.error({ job: kind.name, err: String(error) }, 'sweep failed')
  }
}
