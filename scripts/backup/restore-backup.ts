import { join } from 'node:path'
import { distrustUnsentUnits } from '@jhatpat/shared/domain/orders/index.ts'
import { forgetBalances } from '@jhatpat/shared/domain/purchasing/index.ts'
import { RestorationModel, restorationId } from '@jhatpat/shared/domain/recovery/index.ts'
import type { SecretEnv } from '@jhatpat/shared/platform/secret-key.ts'
import mongoose from 'mongoose'
import { Fault } from '../cli/kit/fault.ts'
import { CliError } from '../processes/cli-error.ts'
import { readExactly, splitDocuments } from './bson.ts'
import { decodeChunk, readChecked } from './chunk-files.ts'
import { type Erasure, readErasures } from './erasures.ts'
import { backupsIn, manifestName, newestBackup } from './folder.ts'
import { collectionsAtOnce, inParallel } from './in-parallel.ts'
import { type BackupManifest, type ClusterTime, compareTimes, dateOf, readManifest } from './manifest.ts'
import { applyChanges, type Change, readChanges, requireReplayable } from './replay-oplog.ts'
import { listSegments, type SegmentName, segmentsFrom } from './segments.ts'

const { BSON } = mongoose.mongo
type Db = ReturnType<ReturnType<typeof mongoose.connection.getClient>['db']>

export type RestoreParts = {
  folder: string
  env: SecretEnv
  /** The private keys, of which one must open the backup. */
  identities: readonly string[]
  /** The id of a backup; the newest before `at` if omitted. */
  backup?: string | undefined
  /** Everything that was written before this moment is restored; all that was saved if omitted. */
  at?: Date | undefined
  /** The ids of this version's migrations. */
  migrations: readonly string[]
  /** Repeats the erasure of a person that was made after the backup. */
  erase?: ((erasure: Erasure) => Promise<void>) | undefined
}

export type RestorePlan = {
  manifest: BackupManifest
  /** The tail after the backup, up to the moment. */
  segments: readonly SegmentName[]
  /** The database has all that was written before this moment. */
  until: ClusterTime
  erasures: readonly Erasure[]
}

/**
 * Checks everything that a restoration needs, and changes nothing: SECRET_KEY, the sums of all files, the private key,
 * and that the tail reaches the moment without a gap.
 * @throws Fault or CliError with what is wrong
 */
export async function planRestore(parts: RestoreParts): Promise<RestorePlan> {
  const id = parts.backup ?? (await newestBackup(parts.folder, parts.at))
  const folder = join(backupsIn(parts.folder), id)
  const manifest = await readManifest(parts.env, 'backup', join(folder, manifestName))
  const unknown = manifest.migrations.filter((one) => !parts.migrations.includes(one))
  if (unknown.length > 0)
    throw new CliError(
      `A newer version of the shop made this backup (${unknown.join(', ')}): restore with that version.`,
    )
  const files = manifest.collections.flatMap((one) => one.files)
  for (const file of files) await readChecked(join(folder, file.name), file)
  if (files[0]) await decodeChunk(parts.identities, await readChecked(join(folder, files[0].name), files[0]))
  const erasures = await readErasures(parts.folder, dateOf(manifest.snapshot))
  if (erasures.length > 0 && !parts.erase)
    throw new CliError(
      `${erasures.length} persons were erased since this backup, and this version cannot erase them again. Nothing was restored.`,
    )
  return { manifest, ...(await planTail(parts, manifest)), erasures }
}

async function planTail(
  parts: RestoreParts,
  manifest: BackupManifest,
): Promise<Pick<RestorePlan, 'segments' | 'until'>> {
  const { id, snapshot } = manifest
  const segments = segmentsFrom(await listSegments(parts.folder), snapshot)
  const end = segments.at(-1)?.to ?? snapshot
  if (!parts.at) {
    const until = { t: end.t, i: end.i + 1 }
    await checkTail(parts, { manifest, segments, until })
    return { segments, until }
  }
  const until = { t: Math.floor(parts.at.getTime() / 1_000), i: 0 }
  if (compareTimes(until, snapshot) <= 0)
    throw new CliError(
      `Backup ${id} is of ${dateOf(snapshot).toISOString()}, after ${parts.at.toISOString()}: name an earlier backup.`,
    )
  if (compareTimes(end, until) < 0)
    throw new CliError(
      `What was saved after backup ${id} ends at ${dateOf(end).toISOString()}, before ${parts.at.toISOString()}: give --at ${dateOf(end).toISOString().replace('.000', '')}, or an earlier time.`,
    )
  const needed = segments.filter(({ from }) => compareTimes(from, until) < 0)
  await checkTail(parts, { manifest, segments: needed, until })
  return { segments: needed, until }
}

/** Reads the whole tail once, so that a fault in it is found before the target is touched. */
async function checkTail(parts: RestoreParts, tail: Tail): Promise<void> {
  for await (const change of changesUntil(parts, tail)) requireReplayable(change)
}

type Tail = Pick<RestorePlan, 'manifest' | 'segments' | 'until'>

async function* changesUntil(
  { folder, env, identities }: RestoreParts,
  { manifest, segments, until }: Tail,
): AsyncGenerator<Change> {
  const { database, snapshot: after } = manifest
  for await (const change of readChanges({ folder, env, identities, database, segments, after })) {
    if (compareTimes(change.at, until) >= 0) return
    yield change
  }
}

export type Restored = {
  backup: string
  restoredTo: Date
  collections: number
  documents: number
  /** Changes applied from the tail. */
  changes: number
  /** Orders whose purchases are verified before anything is bought. */
  openOrders: number
  erased: number
  seconds: number
}

/**
 * Writes the backup and the tail into a database, which must be empty. The record that keeps the shop
 * quiet is written first.
 */
export async function restoreBackup(
  db: Db,
  parts: RestoreParts,
  { plan, now }: { plan: RestorePlan; now: Date },
): Promise<Restored> {
  const begunAt = performance.now()
  await requireEmpty(db)
  const { manifest, until } = plan
  const restoredTo = dateOf(until.i === 0 ? until : { t: until.t + 1, i: 0 })
  const record = new RestorationModel({ _id: restorationId, backup: manifest.id, restoredTo, startedAt: now })
  const restorations = db.collection<{ _id: string }>(RestorationModel.collection.collectionName)
  await restorations.insertOne(record.toObject(), { writeConcern: { w: 'majority', journal: true } })
  await inParallel(manifest.collections, collectionsAtOnce, (collection) =>
    restoreCollection(db, parts, { manifest, collection }),
  )
  const changes = await applyChanges(db, changesUntil(parts, plan))
  await forgetBalances(db)
  const openOrders = await distrustUnsentUnits(db)
  for (const erasure of plan.erasures) await parts.erase?.(erasure)
  await restorations.updateOne({ _id: restorationId }, { $set: { completedAt: now } })
  return {
    backup: manifest.id,
    restoredTo,
    collections: manifest.collections.length,
    documents: manifest.collections.reduce((sum, one) => sum + one.documents, 0),
    changes,
    openOrders,
    erased: plan.erasures.length,
    seconds: (performance.now() - begunAt) / 1_000,
  }
}

/** @throws CliError when a collection has a document */
export async function requireEmpty(db: Db): Promise<void> {
  const infos = await db.listCollections({ type: 'collection' }, { nameOnly: true }).toArray()
  const names = infos.map(({ name }) => name).filter((name) => !name.startsWith('system.'))
  for (const name of names) {
    if ((await db.collection(name).findOne({}, { projection: { _id: 1 }, hint: { _id: 1 } })) === null)
      continue
    throw new CliError(
      `The database ${db.databaseName} is not empty (${name} has documents). Nothing was changed: restore into a new name with --database, or drop it first.`,
    )
  }
  // Empty collections, such as a start that was interrupted leaves, would have other options and indexes.
  for (const name of names) await db.collection(name).drop()
}

type OneCollection = { manifest: BackupManifest; collection: BackupManifest['collections'][number] }

async function restoreCollection(
  db: Db,
  { folder, identities }: RestoreParts,
  { manifest, collection }: OneCollection,
): Promise<void> {
  const { name } = collection
  await db.createCollection(name, BSON.EJSON.parse(collection.options) as object)
  for (const file of collection.files) {
    const path = join(backupsIn(folder), manifest.id, file.name)
    const bytes = await decodeChunk(identities, await readChecked(path, file))
    await insertAll(db, name, bytes)
  }
  const indexes = (BSON.EJSON.parse(collection.indexes, { relaxed: true }) as { name: string; v?: number }[])
    .filter((index) => index.name !== '_id_')
    .map(({ v: _version, ...index }) => index)
  if (indexes.length > 0) await db.command({ createIndexes: name, indexes })
  const found = await db.collection(name).estimatedDocumentCount()
  if (found !== collection.documents)
    throw new Fault(
      `${name} has ${found} documents of ${collection.documents}: the restoration is incomplete.`,
    )
}

/** Fewer than MongoDB's limits of a message, in documents and bytes. */
const maxInserted = 5_000

async function insertAll(db: Db, name: string, bytes: Uint8Array): Promise<void> {
  let batch: mongoose.mongo.BSON.Document[] = []
  const flush = async () => {
    if (batch.length > 0)
      await db.collection(name).insertMany(batch, {
        ordered: false,
        bypassDocumentValidation: true,
        ignoreUndefined: false,
        writeConcern: { w: 'majority' },
      })
    batch = []
  }
  for (const raw of splitDocuments(bytes)) {
    batch.push(readExactly(raw) as mongoose.mongo.BSON.Document)
    if (batch.length >= maxInserted) await flush()
  }
  await flush()
}
