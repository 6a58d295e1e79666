import type { Deps } from '@jhatpat/shared/domain/deps.ts'
import type { JobDefinition } from '@jhatpat/shared/platform/job-definition.ts'
import { type Repeating, repeat } from '@jhatpat/shared/platform/repeat.ts'
import { planAgainMs, planJob } from './plan-job.ts'

/**
 * Runs a job now, and from now on every so many ms, also after Redis has forgotten about it.
 * @throws when Redis does not answer the first time
 */
export async function keepCounting(
  { clock, queues }: Pick<Deps, 'clock' | 'queues'>,
  job: JobDefinition,
  everyMs: number,
): Promise<Repeating> {
  const plan = () => planJob(queues, job, { every: everyMs, now: clock.now() })
  await plan()
  await queues.all[job.queue].add(job.name, {})
  return repeat(plan, () => planAgainMs)
}
