import { checkCodeUse, checkSmsBalance } from '@jhatpat/shared/domain/accounts/index.ts'
import type { Deps } from '@jhatpat/shared/domain/deps.ts'
import { type Interval, startInterval } from '@jhatpat/shared/platform/interval.ts'
import type { JobDefinition } from '@jhatpat/shared/platform/job-definition.ts'
import { ensureScheduled, scheduleCheckMs } from '../jobs/ensure-scheduled.ts'
import type { JobHandler } from '../jobs/job.ts'

const checkSmsBalanceJob = { queue: 'maintenance', name: 'sms.balance' } as const satisfies JobDefinition

const checkCodeUseJob = { queue: 'maintenance', name: 'codes.check' } as const satisfies JobDefinition

/** A failure is repeated with the next hour's check. */
export const checkCodeUseHandler: JobHandler = {
  job: checkCodeUseJob,
  isSwept: false,
  handle: (deps) => checkCodeUse(deps),
}

/** A failure is repeated with the next day's check. */
export const checkSmsBalanceHandler: JobHandler = {
  job: checkSmsBalanceJob,
  isSwept: false,
  handle: (deps) => checkSmsBalance(deps),
}

/**
 * Schedules the daily check of the balance, in the morning, and the hourly check of how many codes
 * were used, again when Redis has lost them.
 * @throws when Redis does not answer the first time
 */
export async function scheduleTextMessageChecks({
  clock,
  queues,
}: Pick<Deps, 'clock' | 'queues'>): Promise<Interval> {
  const plan = async () => {
    const when = { tz: 'Asia/Kolkata', now: clock.now() }
    await ensureScheduled(queues, checkSmsBalanceJob, { pattern: '0 9 * * *', ...when })
    await ensureScheduled(queues, checkCodeUseJob, { pattern: '5 * * * *', ...when })
  }
  await plan()
  return startInterval(plan, () => scheduleCheckMs)
}
