import type { JobDefinition } from '@jhatpat/shared/platform/job-definition.ts'
import type { Queues } from '@jhatpat/shared/platform/queues.ts'
import type { RepeatOptions } from 'bullmq'

/** How often schedules are checked, because Redis may lose them. */
export const scheduleCheckMs = 10 * 60_000

/**
 * Schedules a recurring job unless it is scheduled: scheduling it again would move a run that is
 * due.
 * @throws when Redis does not answer
 */
export async function ensureScheduled(
  queues: Queues,
  { queue, name }: JobDefinition,
  { now, ...when }: Pick<RepeatOptions, 'pattern' | 'tz' | 'every'> & { now: Date },
): Promise<void> {
  const planned = await queues.all[queue].getJobScheduler(name)
  if (planned?.next !== undefined && planned.next > now.getTime() - scheduleCheckMs) return
  await queues.all[queue].upsertJobScheduler(name, when, { name, data: {} })
}
