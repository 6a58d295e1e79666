import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { backupsIn, listBackups, timeOfBackup } from './folder.ts'
import { deleteSegmentsBefore } from './segments.ts'

/** A backup may be of a moment before the time in its id: a secondary that is read may be behind. */
const maxLagMs = 3_600_000

/**
 * Deletes backups whose id is older than `keepDays`, but never the newest, and the tail before the oldest that is left.
 * An id after `now` is no backup's: it does not count as the newest.
 * @returns the ids of the deleted backups
 */
export async function applyRetention(
  { folder }: { folder: string },
  { keepDays, now }: { keepDays: number; now: Date },
): Promise<string[]> {
  const ids = await listBackups(folder, now)
  const oldest = new Date(now.getTime() - keepDays * 86_400_000)
  const expired = ids.slice(0, -1).filter((id) => timeOfBackup(id) < oldest)
  for (const id of expired) await rm(join(backupsIn(folder), id), { recursive: true, force: true })
  const [first] = ids.filter((id) => !expired.includes(id))
  if (first !== undefined) {
    const keptFromMs = timeOfBackup(first).getTime() - maxLagMs
    await deleteSegmentsBefore(folder, { t: Math.floor(keptFromMs / 1_000), i: 0 })
  }
  return expired
}
