import { raiseAlert } from '@jhatpat/shared/domain/alerts/index.ts'
import type { Deps } from '@jhatpat/shared/domain/deps.ts'
import { backupOverdueMs, backupRun } from '@jhatpat/shared/domain/recovery/index.ts'
import { type Interval, startInterval } from '@jhatpat/shared/platform/interval.ts'
import { expectSuccess, msSinceSuccess } from '@jhatpat/shared/platform/job-runs.ts'
import { scheduleCheckMs } from '../jobs/ensure-scheduled.ts'

type BackupAgeDeps = Pick<Deps, 'clock' | 'log' | 'env'>

/** The alert is renewed while it lasts, so that the dashboard, which shows a day, keeps it. */
const alertAgainMs = 6 * 3_600_000

/** Supervises the age of the last backup: now, and every ten minutes, in every worker. */
export async function superviseBackups(deps: BackupAgeDeps): Promise<Interval> {
  await checkBackupAge(deps)
  return startInterval(
    () =>
      checkBackupAge(deps).catch((error: unknown) =>
        deps.log.error({ job: backupRun, err: String(error) }, 'backup age not checked'),
      ),
    () => scheduleCheckMs,
  )
}

/** Raises an alert 26 hours after the last backup, in a shop that makes backups. */
export async function checkBackupAge(deps: BackupAgeDeps): Promise<void> {
  if (deps.env.BACKUP_RECIPIENT === '') return
  const now = deps.clock.now()
  await expectSuccess(backupRun, now)
  const sinceMs = (await msSinceSuccess(backupRun, now)) ?? 0
  if (sinceMs <= backupOverdueMs) return
  const hours = Math.floor(sinceMs / 3_600_000)
  deps.log.fatal({ job: backupRun, hours }, 'backup overdue')
  const detail = `no backup has succeeded for ${hours} hours`
  await raiseAlert(deps, { kind: 'backup_overdue', account: '', detail }, { repeatAfterMs: alertAgainMs })
}
