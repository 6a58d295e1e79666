import {
  auditCheckMs,
  auditLateMs,
  checkAudit,
  sealAudit,
  verifyAuditJob,
} from '@jhatpat/shared/domain/audit/index.ts'
import type { Deps } from '@jhatpat/shared/domain/deps.ts'
import { expectSuccess, sinceSuccess } from '@jhatpat/shared/platform/last-success.ts'
import { type Repeating, repeat } from '@jhatpat/shared/platform/repeat.ts'
import type { JobHandler } from '../job.ts'
import { planAgainMs, planJob } from './plan-job.ts'

/** What it finds it says itself, in the log and on the screen. */
export const verifyAuditHandler: JobHandler = {
  job: verifyAuditJob,
  isSwept: false,
  handle: (deps) => checkAudit(deps),
}

type AuditDeps = Pick<Deps, 'clock' | 'log' | 'queues'>

/**
 * Sees to it that the chain is followed every hour, also after Redis has forgotten about it.
 * @throws when Redis or MongoDB does not answer the first time
 */
export async function keepAudit(deps: AuditDeps): Promise<Repeating> {
  await expectSuccess(verifyAuditJob.name, deps.clock.now())
  await lookAfterAudit(deps)
  return repeat(
    () =>
      lookAfterAudit(deps).catch((error: unknown) =>
        deps.log.error({ job: verifyAuditJob.name, err: String(error) }, 'the check was not looked after'),
      ),
    () => planAgainMs,
  )
}

/** Plans the check if it is not planned, and raises the alarm when none has come to its end for three hours. */
export async function lookAfterAudit({ clock, log, queues }: AuditDeps): Promise<void> {
  const now = clock.now()
  await planJob(queues, verifyAuditJob, { every: auditCheckMs, now })
  const sinceMs = (await sinceSuccess(verifyAuditJob.name, now)) ?? 0
  if (sinceMs <= auditLateMs) return
  const hours = Math.floor(sinceMs / 3_600_000)
  log.fatal({ job: verifyAuditJob.name, hours }, 'the audit log has not been checked for 3 hours')
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
