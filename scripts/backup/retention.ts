import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { SecretEnv } from '@jhatpat/shared/platform/secret-key.ts'
import { backupsIn, listBackups, manifestName, timeOfBackup } from './folder.ts'
import { readManifest } from './manifest.ts'
import { deleteSegmentsBefore } from './segments.ts'

/**
 * Deletes backups that are older than `keepDays`, but never the newest, and the tail before the oldest that is left.
 * @returns the ids of the deleted backups
 */
export async function applyRetention(
  { folder, env }: { folder: string; env: SecretEnv },
  { keepDays, now }: { keepDays: number; now: Date },
): Promise<string[]> {
  const ids = await listBackups(folder)
  const oldest = new Date(now.getTime() - keepDays * 86_400_000)
  const expired = ids.slice(0, -1).filter((id) => timeOfBackup(id) < oldest)
  for (const id of expired) await rm(join(backupsIn(folder), id), { recursive: true, force: true })
  const [first] = ids.filter((id) => !expired.includes(id))
  if (first !== undefined) {
    const { snapshot } = await readManifest(env, 'backup', join(backupsIn(folder), first, manifestName))
    await deleteSegmentsBefore(folder, snapshot)
  }
  return expired
}
