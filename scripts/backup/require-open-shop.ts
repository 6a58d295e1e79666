import { type IRestoration, RestorationModel, restorationId } from '@jhatpat/shared/domain/recovery/index.ts'
import type { SecretEnv } from '@jhatpat/shared/platform/secret-key.ts'
import type mongoose from 'mongoose'
import { Fault } from '../cli/kit/fault.ts'
import { listBackups } from './folder.ts'
import { readBackupManifest } from './manifest.ts'
import { listSegments, readSegment } from './segments.ts'

type Db = ReturnType<ReturnType<typeof mongoose.connection.getClient>['db']>
type ReadOptions = Parameters<ReturnType<Db['collection']>['findOne']>[1]

export const notPrepared = 'The database was never prepared: there is nothing to back up. Nothing was saved.'
export const notOpened =
  'The shop is being restored, or was not opened since: run restore:open first. Nothing was saved.'

/**
 * A backup of an empty database, or of a restoration, could be taken for the newest of the shop.
 * @throws Fault
 */
export async function requireOpenShop(db: Db, options: ReadOptions = {}): Promise<void> {
  const migration = await db
    .collection<{ _id: string }>('migrations')
    .findOne({ _id: { $ne: 'lock' } }, options)
  if (!migration) throw new Fault(notPrepared)
  const restoration = await db
    .collection<Pick<IRestoration, '_id' | 'openedAt'>>(RestorationModel.collection.collectionName)
    .findOne({ _id: restorationId }, options)
  if (restoration?.openedAt === null) throw new Fault(notOpened)
}

export const otherDatabaseText = (folder: string, database: string): string =>
  `${folder} has backups of the database ${database}: name another folder in BACKUP_DIR. Nothing was saved.`

/**
 * Retention, and a restoration without --backup, go by the newest in the folder.
 * @throws Fault when the folder has backups, or the tail, of another database
 */
export async function requireOwnFolder(parts: {
  env: SecretEnv
  folder: string
  database: string
}): Promise<void> {
  const { env, folder, database } = parts
  const id = (await listBackups(folder)).at(-1)
  const segment = (await listSegments(folder)).at(-1)
  const manifests = [
    ...(id === undefined ? [] : [await readBackupManifest(env, folder, id)]),
    ...(segment === undefined ? [] : [await readSegment(parts, segment)]),
  ]
  const other = manifests.find((one) => one.database !== database)
  if (other) throw new Fault(otherDatabaseText(folder, other.database))
}
