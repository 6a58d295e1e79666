import type { Deps } from '@jhatpat/shared/domain/deps.ts'
import { type Interval, startInterval } from '@jhatpat/shared/platform/interval.ts'
import type { JobDefinition } from '@jhatpat/shared/platform/job-definition.ts'
import { ensureScheduled, scheduleCheckMs } from './ensure-scheduled.ts'

/**
 * Runs a job now, and every `everyMs` from then on, again when Redis has lost it.
 * @throws when Redis does not answer the first time
 */
export async function scheduleJob(
  { clock, queues }: Pick<Deps, 'clock' | 'queues'>,
  job: JobDefinition,
  everyMs: number,
): Promise<Interval> {
  const plan = () => ensureScheduled(queues, job, { every: everyMs, now: clock.now() })
  await plan()
  await queues.all[job.queue].add(job.name, {})
  return startInterval(plan, () => scheduleCheckMs)
}
