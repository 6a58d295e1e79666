import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { PersonKeyModel } from '@jhatpat/shared/domain/audit/index.ts'
import { RestorationModel } from '@jhatpat/shared/domain/recovery/index.ts'
import { CliError } from '../processes/cli-error.ts'

/** Names in BACKUP_DIR: a folder for each backup, and the segments of the oplog's tail. */
export const backupsIn = (folder: string): string => join(folder, 'backups')
export const segmentsIn = (folder: string): string => join(folder, 'oplog')
export const manifestName = 'manifest.json'

/**
 * The record of a restoration belongs to the database that was restored, not to the shop. The keys of persons are saved
 * apart (`savePersonKeys`).
 */
const notBackedUp = [RestorationModel, PersonKeyModel].map((model) => model.collection.collectionName)

export const isBackedUp = (collection: string): boolean =>
  !collection.startsWith('system.') && !notBackedUp.includes(collection)

/**
 * The ids of the complete backups, oldest first.
 * @param until only those that were begun until then: a clock that was wrong may have left one with a time to come
 */
export async function listBackups(folder: string, until?: Date): Promise<string[]> {
  const names = await readdir(backupsIn(folder)).catch(() => [])
  const ids = names.filter((name) => /^\d{8}T\d{6}Z$/.test(name)).sort()
  return until ? ids.filter((id) => timeOfBackup(id) <= until) : ids
}

/** The time in a backup's id, which is when it was begun. */
export function timeOfBackup(id: string): Date {
  const [, year, month, day, hour, minute, second] =
    /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(id) ?? []
  return new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
}

/**
 * The newest; one with a time to come, which a clock that was wrong has left, only where there is no other.
 * @throws CliError when there is none
 */
export async function newestBackup(folder: string, before?: Date): Promise<string> {
  const begun = await listBackups(folder, before ?? new Date())
  const newest = (begun.length > 0 || before ? begun : await listBackups(folder)).at(-1)
  if (newest === undefined)
    throw new CliError(
      `There is no backup in ${backupsIn(folder)}${before ? ` from before ${before.toISOString()}` : ''}.`,
    )
  return newest
}
