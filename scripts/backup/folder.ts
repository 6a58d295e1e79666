import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { RestorationModel } from '@jhatpat/shared/domain/recovery/index.ts'
import { CliError } from '../processes/cli-error.ts'

/** Names in BACKUP_DIR: a folder for each backup, and the segments of the oplog's tail. */
export const backupsIn = (folder: string): string => join(folder, 'backups')
export const segmentsIn = (folder: string): string => join(folder, 'oplog')
export const manifestName = 'manifest.json'

/** The record of a restoration belongs to the database that was restored, not to the shop. */
export const isBackedUp = (collection: string): boolean =>
  !collection.startsWith('system.') && collection !== RestorationModel.collection.collectionName

/** The ids of the complete backups, oldest first. */
export async function listBackups(folder: string): Promise<string[]> {
  const names = await readdir(backupsIn(folder)).catch(() => [])
  return names.filter((name) => /^\d{8}T\d{6}Z$/.test(name)).sort()
}

/** The time in a backup's id, which is when it was begun. */
export function timeOfBackup(id: string): Date {
  const [, year, month, day, hour, minute, second] =
    /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(id) ?? []
  return new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
}

/** @throws CliError when there is none */
export async function newestBackup(folder: string, before?: Date): Promise<string> {
  const ids = await listBackups(folder)
  const newest = ids.filter((id) => !before || timeOfBackup(id) <= before).at(-1)
  if (newest === undefined)
    throw new CliError(
      `There is no backup in ${backupsIn(folder)}${before ? ` from before ${before.toISOString()}` : ''}.`,
    )
  return newest
}
