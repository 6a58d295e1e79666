import type { Deps } from '@jhatpat/shared/domain/deps.ts'
import {
  adriftPaise,
  checkSealedDays,
  ledgerVerification,
  sealDays,
  verificationOverdueMs,
  verificationRetryMs,
  verifyOpenDays,
} from '@jhatpat/shared/domain/maintenance/index.ts'
import { replayedDaily, replayOrders } from '@jhatpat/shared/domain/orders/index.ts'
import { istDay } from '@jhatpat/shared/platform/clock.ts'
import { type Interval, startInterval } from '@jhatpat/shared/platform/interval.ts'
import type { JobDefinition } from '@jhatpat/shared/platform/job-definition.ts'
import {
  expectSuccess,
  msSinceSuccess,
  recordFaults,
  recordSuccess,
} from '@jhatpat/shared/platform/job-runs.ts'
import { ensureScheduled, scheduleCheckMs } from '../jobs/ensure-scheduled.ts'
import type { JobHandler } from '../jobs/job.ts'

export const verifyLedgerJob = {
  queue: 'maintenance',
  name: ledgerVerification,
} as const satisfies JobDefinition

/**
 * Late additions come within days; all sealed days are read by `npm run ledger:verify -- --full`.
 */
const sealedDaysRead = 3

/** Differences fail the job, so that it stays on the queue board, and are logged as fatal. */
export const verifyLedgerHandler: JobHandler = {
  job: verifyLedgerJob,
  isSwept: false,
  async handle(deps) {
    const { entries, faults: open } = await verifyOpenDays(deps.clock.now())
    const { faults: replayed } = await replayOrders({ since: replayedDaily(deps.clock.now()), most: 1_000 })
    const { faults: sealed } = await checkSealedDays({ now: deps.clock.now(), newest: sealedDaysRead })
    if (open.length === 0) await sealDays(deps.clock.now())
    const faults = [...open, ...replayed, ...sealed]
    if (faults.length === 0) {
      await recordSuccess(ledgerVerification, deps.clock.now())
      return deps.log.info({ entries }, 'the ledger balances')
    }
    const found = { faults: faults.length, adriftPaise: adriftPaise(faults) }
    await recordFaults(ledgerVerification, { ...found, now: deps.clock.now() })
    deps.log.fatal({ entries, faults: faults.slice(0, 20) }, 'the ledger does not balance')
    throw new Error(`the ledger has ${faults.length} differences`)
  },
}

type LedgerCheckDeps = Pick<Deps, 'clock' | 'log' | 'queues'>

/**
 * Schedules the nightly check, again when Redis has lost it: now, and every ten minutes, in every
 * worker.
 * @throws when Redis or MongoDB does not answer the first time
 */
export async function scheduleLedgerCheck(deps: LedgerCheckDeps): Promise<Interval> {
  await expectSuccess(ledgerVerification, deps.clock.now())
  await superviseLedgerCheck(deps)
  return startInterval(
    () =>
      superviseLedgerCheck(deps).catch((error: unknown) =>
        deps.log.error({ job: ledgerVerification, err: String(error) }, 'ledger verification not scheduled'),
      ),
    () => scheduleCheckMs,
  )
}

/**
 * Schedules the check for 3 am in India if it is not scheduled, runs it when a night was missed,
 * and raises an alert after 26 hours.
 */
export async function superviseLedgerCheck({ clock, log, queues }: LedgerCheckDeps): Promise<void> {
  const now = clock.now()
  await ensureScheduled(queues, verifyLedgerJob, { pattern: '0 3 * * *', tz: 'Asia/Kolkata', now })
  const sinceMs = (await msSinceSuccess(ledgerVerification, now)) ?? 0
  if (sinceMs > verificationRetryMs) {
    // Once a day: a check that fails each time needs a person.
    const jobId = `${ledgerVerification}-again-${istDay(now)}`
    await queues.all[verifyLedgerJob.queue].add(ledgerVerification, {}, { jobId })
  }
  if (sinceMs > verificationOverdueMs) {
    log.fatal(
      { job: ledgerVerification, hours: Math.floor(sinceMs / 3_600_000) },
      'ledger verification overdue',
    )
  }
}
