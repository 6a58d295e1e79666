import { JobRunModel } from '../../platform/job-runs.ts'

/** The name under which a backup's success is recorded. */
export const backupRun = 'backup'

/** The name under which it is recorded that the tail of the oplog has everything since the last backup. */
export const tailRun = 'backup.tail'

/** A tail that was whole this long ago has a gap, or is not kept. */
export const tailOverdueMs = 15 * 60_000

/** A backup that is older than this is overdue. */
export const backupOverdueMs = 26 * 3_600_000

/** When the last backup succeeded; null before the first, undefined in a shop that makes none. */
export async function lastBackupAt(): Promise<Date | null | undefined> {
  const run = await JobRunModel.findById(backupRun).lean<{ succeededAt: Date | null } | null>()
  return run ? run.succeededAt : undefined
}
