import type { Deps } from '@jhatpat/shared/domain/deps.ts'
import { dueTasks, earliestDue, sweepFilter } from '@jhatpat/shared/domain/maintenance/index.ts'
import { type DueTask, sweepGraceOf } from '@jhatpat/shared/platform/due-tasks.ts'
import { type Interval, startInterval } from '@jhatpat/shared/platform/interval.ts'
import { sweep } from '@jhatpat/shared/platform/sweep.ts'

/**
 * After a sweep a kind of task rests this many times as long as the sweep took, so that a long one does not dominate
 * the load.
 */
const restShare = 4

/**
 * Sweeps overdue tasks until stopped. One runs in every worker process. Each round reads when the next task of any kind
 * is overdue; a kind is swept by itself, so that a long sweep delays no other.
 */
export function startSweeper(deps: Deps): Interval {
  const kinds = dueTasks.map((kind) => kindSweeper(deps, kind))
  let restMs = 0
  const rounds = startInterval(
    async () => {
      restMs = await sweepOverdue(deps, kinds)
    },
    () => restMs,
  )
  return {
    stop: async () => {
      await rounds.stop()
      await Promise.all(kinds.map((one) => one.ended()))
    },
  }
}

/** @returns how long to rest, in ms */
async function sweepOverdue(deps: Deps, kinds: readonly KindSweeper[]): Promise<number> {
  const { SWEEP_INTERVAL_MS: intervalMs } = deps.env
  try {
    const overdueInMs = overdueTimes(await earliestDue(), deps.clock.now())
    for (const [index, one] of kinds.entries()) if ((overdueInMs[index] ?? 0) <= 0) one.start()
    return sweepRestMs(overdueInMs, intervalMs)
  } catch (error) {
    deps.log.error({ err: String(error) }, 'overdue tasks not read')
    return intervalMs
  }
}

/** For each kind of task, in how many ms its earliest one is overdue. */
function overdueTimes(earliest: readonly (Date | undefined)[], now: Date): number[] {
  return dueTasks.map((kind, index) => {
    const at = earliest[index]
    return at ? at.getTime() + sweepGraceOf(kind) + 1 - now.getTime() : Number.POSITIVE_INFINITY
  })
}

const shortestGraceMs = Math.min(...dueTasks.map(sweepGraceOf))

/**
 * Pure. The rest after a round: until the next task is overdue, and at least `intervalMs`. A task that becomes due
 * during a rest is overdue after its grace at the earliest, so a rest of `intervalMs` and the grace finds it no later
 * than a round each `intervalMs` would.
 */
export function sweepRestMs(overdueInMs: readonly number[], intervalMs: number): number {
  const longestMs = intervalMs + Math.min(1.5 * intervalMs, shortestGraceMs)
  return Math.max(intervalMs, Math.min(...overdueInMs, longestMs))
}

type KindSweeper = { start(): void; ended(): Promise<void> }

function kindSweeper(deps: Deps, kind: DueTask): KindSweeper {
  let running: Promise<void> | undefined
  let cooldownUntil = 0
  const run = async () => {
    const startedAt = performance.now()
    await sweepTasks(deps, kind)
    const endedAt = performance.now()
    cooldownUntil = endedAt + restShare * (endedAt - startedAt)
    running = undefined
  }
  return {
    start: () => {
      if (performance.now() >= cooldownUntil) running ??= run()
    },
    ended: async () => running,
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
