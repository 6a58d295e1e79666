import {
  auditOverdueMs,
  auditVerificationMs,
  sealAudit,
  verifyAuditChain,
  verifyAuditJob,
} from '@jhatpat/shared/domain/audit/index.ts'
import type { Deps } from '@jhatpat/shared/domain/deps.ts'
import { type Interval, startInterval, untilWholeSecond } from '@jhatpat/shared/platform/interval.ts'
import { expectSuccess, msSinceSuccess } from '@jhatpat/shared/platform/job-runs.ts'
import { ensureScheduled, scheduleCheckMs } from '../jobs/ensure-scheduled.ts'
import type { JobHandler } from '../jobs/job.ts'

/** The verification reports its own findings, in the log and on the screen. */
export const verifyAuditHandler: JobHandler = {
  job: verifyAuditJob,
  isSwept: false,
  handle: (deps) => verifyAuditChain(deps),
}

type AuditDeps = Pick<Deps, 'clock' | 'log' | 'queues'>

/**
 * Schedules the hourly verification of the chain, again when Redis has lost it.
 * @throws when Redis or MongoDB does not answer the first time
 */
export async function scheduleAuditCheck(deps: AuditDeps): Promise<Interval> {
  await expectSuccess(verifyAuditJob.name, deps.clock.now())
  await superviseAuditCheck(deps)
  return startInterval(
    () =>
      superviseAuditCheck(deps).catch((error: unknown) =>
        deps.log.error({ job: verifyAuditJob.name, err: String(error) }, 'audit verification not scheduled'),
      ),
    () => scheduleCheckMs,
  )
}

/**
 * Schedules the check if it is not scheduled, and raises an alert when none has finished for three
 * hours.
 */
export async function superviseAuditCheck({ clock, log, queues }: AuditDeps): Promise<void> {
  const now = clock.now()
  await ensureScheduled(queues, verifyAuditJob, { every: auditVerificationMs, now })
  const sinceMs = (await msSinceSuccess(verifyAuditJob.name, now)) ?? 0
  if (sinceMs <= auditOverdueMs) return
  const hours = Math.floor(sinceMs / 3_600_000)
  log.fatal({ job: verifyAuditJob.name, hours }, 'the audit log has not been checked for 3 hours')
}

/**
 * How long after its write a row is sealed, in ms. Where many wait, the next batch follows at once.
 */
const sealMs = 1_000

/**
 * Seals until stopped. One runs in every worker process; a concurrent second one writes nothing.
 */
export function startAuditSealer(deps: Deps): Interval {
  let hasMore = false
  return startInterval(
    async () => {
      hasMore = false
      try {
        hasMore = ((await sealAudit(deps)) ?? 0) > 1
      } catch (error) {
        deps.log.error({ err: String(error) }, 'audit entries not sealed')
      }
    },
    () => (hasMore ? 0 : untilWholeSecond(sealMs)),
  )
}
