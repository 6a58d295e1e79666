import type { OverdueTask } from '../../contracts/admin.ts'
import { msSinceSuccess } from '../../platform/job-runs.ts'

/** The nightly check of the money, as its job and its last success are called. */
export const ledgerVerification = 'ledger.verify'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** An hour later than every night: time to run it again instead of waiting for the next. */
export const verificationRetryMs = 25 * hourMs
/** And this late it is an alarm. */
export const verificationOverdueMs = 26 * hourMs

/** The check, as overdue work, when it has not succeeded for 26 hours. */
export async function overdueVerification(now: Date): Promise<OverdueTask[]> {
  const sinceMs = await msSinceSuccess(ledgerVerification, now)
  if (sinceMs === undefined || sinceMs <= verificationOverdueMs) return []
  return [
    {
      kind: 'check',
      id: ledgerVerification,
      task: 'verify',
      dueAt: new Date(now.getTime() - sinceMs + dayMs).toISOString(),
      sweepCount: 0,
      status: 'Late',
      reason: `It has not succeeded for ${Math.floor(sinceMs / hourMs)} hours`,
    },
  ]
}
