import type { Deps } from '@jhatpat/shared/domain/deps.ts'
import { countFigures, figuresEveryMs } from '@jhatpat/shared/domain/orders/index.ts'
import type { JobDefinition } from '@jhatpat/shared/platform/job-definition.ts'
import { type Repeating, repeat } from '@jhatpat/shared/platform/repeat.ts'
import type { JobHandler } from '../job.ts'
import { planAgainMs, planJob } from './plan-job.ts'

const countFiguresJob = { queue: 'maintenance', name: 'orders.figures' } as const satisfies JobDefinition

/** What fails is counted again in an hour; until then the figures start from the last count, and take longer. */
export const countFiguresHandler: JobHandler = {
  job: countFiguresJob,
  isSwept: false,
  handle: (deps) => countFigures(deps),
}

/**
 * Counts now, and from now on every hour, also after Redis has forgotten about it.
 * @throws when Redis does not answer the first time
 */
export async function keepFigures({ clock, queues }: Pick<Deps, 'clock' | 'queues'>): Promise<Repeating> {
  const plan = () => planJob(queues, countFiguresJob, { every: figuresEveryMs, now: clock.now() })
  await plan()
  await queues.all[countFiguresJob.queue].add(countFiguresJob.name, {})
  return repeat(plan, () => planAgainMs)
}
