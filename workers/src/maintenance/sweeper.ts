import type { Deps } from '@jhatpat/shared/domain/deps.ts'
import { dueWork, sweepFilter } from '@jhatpat/shared/domain/payables/index.ts'
import type { DueWork } from '@jhatpat/shared/platform/due.ts'
import { type Repeating, repeat } from '@jhatpat/shared/platform/repeat.ts'
import { sweep } from '@jhatpat/shared/platform/sweep.ts'

/** A sweep through a long line rests this many times as long as it took, so that it is never most of the work. */
const restShare = 4

/** Looks for overdue work until stopped, each lane by itself. One runs in every worker process. */
export function startSweeper(deps: Deps): Repeating {
  const lanes = dueWork.map((work) =>
    repeat(
      () => sweepLane(deps, work),
      (tookMs) => Math.max(deps.env.SWEEP_MS, restShare * tookMs),
    ),
  )
  return {
    stop: async () => {
      await Promise.all(lanes.map((lane) => lane.stop()))
    },
  }
}

async function sweepLane(deps: Deps, work: DueWork): Promise<void> {
  try {
    const only = await sweepFilter(deps, work)
    if (!only) return
    const { queued, planned } = await sweep({ ...work, only }, deps)
    const lost = queued - planned
    if (lost > 0) deps.log.warn({ job: work.name, queued: lost }, 'overdue work queued again')
    if (planned > 0) deps.log.info({ job: work.name, queued: planned }, 'work planned long ago queued')
  } catch (error) {
    deps.log.error({ job: work.name, err: String(error) }, 'sweep failed')
  }
}
