import { auditCheckMs, checkAudit, sealAudit, verifyAuditJob } from '@jhatpat/shared/domain/audit/index.ts'
import type { Deps } from '@jhatpat/shared/domain/deps.ts'
import { type Repeating, repeat } from '@jhatpat/shared/platform/repeat.ts'
import type { JobHandler } from '../job.ts'
import { planAgainMs, planJob } from './plan-job.ts'

/** What it finds it says itself, in the log and on the screen. */
export const verifyAuditHandler: JobHandler = {
  job: verifyAuditJob,
  isSwept: false,
  handle: (deps) => checkAudit(deps),
}

/**
 * Sees to it that the chain is followed every hour, also after Redis has forgotten about it.
 * @throws when Redis does not answer the first time
 */
export async function keepAudit({ clock, queues }: Pick<Deps, 'clock' | 'queues'>): Promise<Repeating> {
  const plan = () => planJob(queues, verifyAuditJob, { every: auditCheckMs, now: clock.now() })
  await plan()
  return repeat(plan, () => planAgainMs)
}

/** A row is sealed about so long after it was written. Where many wait, the next ones follow at once. */
const sealMs = 1_000

/** Seals until stopped. One runs in every worker process; whoever of them is second writes nothing. */
export function startSealer(deps: Deps): Repeating {
  let isMore = false
  return repeat(
    async () => {
      isMore = false
      try {
        isMore = ((await sealAudit(deps)) ?? 0) > 1
      } catch (error) {
        deps.log.error({ err: String(error) }, 'rows of the audit log were not sealed')
      }
    },
    () => (isMore ? 0 : sealMs),
  )
}
