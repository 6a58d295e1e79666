import { JobRunModel } from '../../platform/job-runs.ts'

/** The name under which a backup's success is recorded. */
export const backupRun = 'backup'

/** A backup that is older than this is overdue. */
export const backupOverdueMs = 26 * 3_600_000

/** When the last backup succeeded; null before the first, undefined in a shop that makes none. */
export async function lastBackupAt(): Promise<Date | null | undefined> {
  const run = await JobRunModel.findById(backupRun).lean<{ succeededAt: Date | null } | null>()
  return run ? run.succeededAt : undefined
}
