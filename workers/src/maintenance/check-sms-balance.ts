import { checkSmsBalance } from '@jhatpat/shared/domain/accounts/index.ts'
import type { Deps } from '@jhatpat/shared/domain/deps.ts'
import type { JobDefinition } from '@jhatpat/shared/platform/job-definition.ts'
import { type Repeating, repeat } from '@jhatpat/shared/platform/repeat.ts'
import type { JobHandler } from '../job.ts'
import { planAgainMs, planJob } from './plan-job.ts'

const checkSmsBalanceJob = { queue: 'maintenance', name: 'sms.balance' } as const satisfies JobDefinition

/** What fails comes with the next day's check. */
export const checkSmsBalanceHandler: JobHandler = {
  job: checkSmsBalanceJob,
  isSwept: false,
  handle: (deps) => checkSmsBalance(deps),
}

/**
 * Checks once a day, in the morning, also after Redis has lost its data.
 * @throws when Redis does not answer the first time
 */
export async function keepSmsBalance({ clock, queues }: Pick<Deps, 'clock' | 'queues'>): Promise<Repeating> {
  const plan = () =>
    planJob(queues, checkSmsBalanceJob, { pattern: '0 9 * * *', tz: 'Asia/Kolkata', now: clock.now() })
  await plan()
  return repeat(plan, () => planAgainMs)
}
