import { join } from 'node:path'
import { RestorationModel, restorationId } from '@jhatpat/shared/domain/recovery/index.ts'
import type { SecretEnv } from '@jhatpat/shared/platform/secret-key.ts'
import mongoose from 'mongoose'
import { Fault } from '../cli/kit/fault.ts'
import { CliError } from '../processes/cli-error.ts'
import { decodeChunk, readChecked } from './chunk-files.ts'
import { distrustState, writeRecord } from './distrust-state.ts'
import { type Erasure, eraseAgain, readErasures } from './erasures.ts'
import { createExpiries, type Expiries, type Index } from './expiries.ts'
import { backupsIn, newestBackup } from './folder.ts'
import { collectionsAtOnce, inParallel } from './in-parallel.ts'
import { insertAll } from './insert-all.ts'
import {
  type BackupManifest,
  type ClusterTime,
  compareTimes,
  dateOf,
  type KeysManifest,
  readBackupManifest,
} from './manifest.ts'
import { countKeys, findSavedKeys, restorePersonKeys } from './person-keys.ts'
import { applyChanges, type Change, readChanges, requireReplayable } from './replay-oplog.ts'
import { listSegments, type SegmentName, segmentsFrom, type UnsavedTime } from './segments.ts'

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
}

export type RestorePlan = {
  manifest: BackupManifest
  /** The tail after the backup, up to the moment. */
  segments: readonly SegmentName[]
  /** The database has all that was written before this moment. */
  until: ClusterTime
  erasures: readonly Erasure[]
  /** The saved keys of persons, which a backup does not have; undefined where none were saved. */
  keys: KeysManifest | undefined
}

/**
 * Checks everything that a restoration needs, and changes nothing: SECRET_KEY, the sums of all files, the private key,
 * and that the tail reaches the moment without a gap.
 * @throws Fault or CliError with what is wrong
 */
export async function planRestore(parts: RestoreParts): Promise<RestorePlan> {
  const id = parts.backup ?? (await newestBackup(parts.folder, parts.at))
  const folder = join(backupsIn(parts.folder), id)
  const manifest = await readBackupManifest(parts.env, parts.folder, id)
  const unknown = manifest.migrations.filter((one) => !parts.migrations.includes(one))
  if (unknown.length > 0)
    throw new CliError(
      `A newer version of the shop made this backup (${unknown.join(', ')}): restore with that version.`,
    )
  const files = manifest.collections.flatMap((one) => one.files)
  for (const file of files) await readChecked(join(folder, file.name), file)
  if (files[0]) await decodeChunk(parts.identities, await readChecked(join(folder, files[0].name), files[0]))
  const erasures = await readErasures(parts.folder, dateOf(manifest.snapshot))
  const keys = await findSavedKeys(parts)
  return { manifest, ...(await planTail(parts, manifest)), erasures, keys }
}

async function planTail(
  parts: RestoreParts,
  manifest: BackupManifest,
): Promise<Pick<RestorePlan, 'segments' | 'until'>> {
  const { id, snapshot } = manifest
  const { chain: segments, gaps } = segmentsFrom(await listSegments(parts.folder), snapshot)
  const end = segments.at(-1)?.to ?? snapshot
  if (!parts.at) {
    const [gap] = gaps
    if (gap)
      throw new CliError(
        `${gapText(gap)}, so that what was saved later cannot be restored from backup ${id}: name a newer backup with --backup, or give --at ${secondText(end)}. Nothing was restored.`,
      )
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
      `What was saved after backup ${id} ends at ${secondText(end)}, before ${parts.at.toISOString()}: give --at ${secondText(end)}, or an earlier time.`,
    )
  const needed = segments.filter(({ from }) => compareTimes(from, until) < 0)
  await checkTail(parts, { manifest, segments: needed, until })
  return { segments: needed, until }
}

/** A time as `--at` takes it. */
const secondText = (time: ClusterTime) => dateOf(time).toISOString().replace('.000', '')

/** The beginning of a sentence about a gap. */
export const gapText = ({ from, to }: UnsavedTime) =>
  `The tail has a gap from ${secondText(from)} to ${secondText({ t: to.t + 1, i: 0 })}`

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
  /** Persons who were erased since, and are erased again. */
  erased: number
  /** Keys of persons; without one, what the audit log has of a person is shown as erased. */
  keys: number
  seconds: number
}

/** The target of a restoration. `requireStopped` throws while processes of the shop are connected to it. */
export type RestoreTarget = { db: Db; requireStopped(): Promise<void> }

/**
 * Writes the backup and the tail into a database, which must be empty. The record that keeps the shop
 * quiet is written first.
 * @throws what `requireStopped` throws, with nothing changed
 */
export async function restoreBackup(
  { db, requireStopped }: RestoreTarget,
  parts: RestoreParts,
  { plan, now }: { plan: RestorePlan; now: Date },
): Promise<Restored> {
  const begunAt = performance.now()
  await requireStopped()
  await requireEmpty(db)
  const { manifest, until } = plan
  const restoredTo = dateOf(until.i === 0 ? until : { t: until.t + 1, i: 0 })
  await writeRecord(db, { backup: manifest.id, restoredTo, startedAt: now })
  // A process that started before the record was there would act on the restored past.
  await requireStopped().catch(async (error: unknown) => {
    await db.collection(RestorationModel.collection.collectionName).drop()
    throw error
  })
  const expiries = createExpiries()
  await inParallel(manifest.collections, collectionsAtOnce, (collection) =>
    restoreCollection(db, parts, { manifest, collection, expiries }),
  )
  const changes = await applyChanges(db, changesUntil(parts, plan), expiries)
  await restorePersonKeys(db, parts, { manifest: plan.keys, now })
  const openOrders = await distrustState(db, now)
  const erased = await eraseAgain(db, plan.erasures, now)
  await expiries.switchOn(db)
  await db
    .collection<{ _id: string }>(RestorationModel.collection.collectionName)
    .updateOne({ _id: restorationId }, { $set: { completedAt: now } })
  return {
    backup: manifest.id,
    restoredTo,
    collections: manifest.collections.length,
    documents: manifest.collections.reduce((sum, one) => sum + one.documents, 0),
    changes,
    openOrders,
    erased,
    keys: countKeys(plan.keys),
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

type OneCollection = {
  manifest: BackupManifest
  collection: BackupManifest['collections'][number]
  expiries: Expiries
}

async function restoreCollection(
  db: Db,
  { folder, identities }: RestoreParts,
  { manifest, collection, expiries }: OneCollection,
): Promise<void> {
  const { name } = collection
  await db.createCollection(name, BSON.EJSON.parse(collection.options) as object)
  for (const file of collection.files) {
    const path = join(backupsIn(folder), manifest.id, file.name)
    const bytes = await decodeChunk(identities, await readChecked(path, file))
    await insertAll(db, name, bytes)
  }
  const stored = BSON.EJSON.parse(collection.indexes, { relaxed: true }) as (Index & { v?: number })[]
  const indexes = expiries.without(
    name,
    stored.filter((index) => index.name !== '_id_').map(({ v: _version, ...index }) => index),
  )
  if (indexes.length > 0) await db.command({ createIndexes: name, indexes })
  const found = await db.collection(name).estimatedDocumentCount()
  if (found !== collection.documents)
    throw new Fault(
      `${name} has ${found} documents of ${collection.documents}: the restoration is incomplete.`,
    )
}
