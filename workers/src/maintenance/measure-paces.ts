import type { Deps } from '@jhatpat/shared/domain/deps.ts'
import { measurePaces, paceEveryMs } from '@jhatpat/shared/domain/orders/index.ts'
import type { JobDefinition } from '@jhatpat/shared/platform/job-definition.ts'
import { type Repeating, repeat } from '@jhatpat/shared/platform/repeat.ts'
import type { JobHandler } from '../job.ts'
import { planAgainMs, planJob } from './plan-job.ts'

const measurePacesJob = { queue: 'maintenance', name: 'orders.pace' } as const satisfies JobDefinition

/** What fails is counted again in five minutes; until then the last figures stand, for fifteen. */
export const measurePacesHandler: JobHandler = {
  job: measurePacesJob,
  isSwept: false,
  handle: (deps) => measurePaces(deps),
}

/**
 * Counts now, and from now on every five minutes, also after Redis has forgotten about it.
 * @throws when Redis does not answer the first time
 */
export async function keepPaces({ clock, queues }: Pick<Deps, 'clock' | 'queues'>): Promise<Repeating> {
  const plan = () => planJob(queues, measurePacesJob, { every: paceEveryMs, now: clock.now() })
  await plan()
  await queues.all[measurePacesJob.queue].add(measurePacesJob.name, {})
  return repeat(plan, () => planAgainMs)
}
