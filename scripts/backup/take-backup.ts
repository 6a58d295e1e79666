import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '@jhatpat/shared/platform/clock.ts'
import type { SecretEnv } from '@jhatpat/shared/platform/secret-key.ts'
import { isSnapshotLost } from '@jhatpat/shared/platform/snapshot.ts'
import mongoose from 'mongoose'
import { Fault } from '../cli/kit/fault.ts'
import { writeWhole } from './chunk-files.ts'
import { recordErasures } from './erasures.ts'
import { backupsIn, isBackedUp, listBackups, manifestName } from './folder.ts'
import { collectionsAtOnce, inParallel } from './in-parallel.ts'
import { type BackupManifest, type ClusterTime, clusterTimeOf, signManifest } from './manifest.ts'
import { savePersonKeys } from './person-keys.ts'
import { notPrepared, requireOpenShop } from './require-open-shop.ts'
import { inSnapshot, saveCollection } from './save-collection.ts'
import { createThrottle } from './throttle.ts'

const { BSON } = mongoose.mongo
type Client = ReturnType<typeof mongoose.connection.getClient>
type Session = ReturnType<Client['startSession']>

export type BackupParts = {
  client: Client
  database: string
  folder: string
  recipient: string
  env: SecretEnv
  clock: Clock
}

export type TakenBackup = {
  id: string
  snapshot: ClusterTime
  documents: number
  bytes: number
  seconds: number
  /** How long MongoDB keeps a past state; undefined when it may not be asked. */
  historySeconds: number | undefined
}

/** A backup that takes more than this share of MongoDB's history will soon take longer than it. */
const safeShare = 0.5
/** The share of it in which a backup pauses for orders. */
const throttledShare = 0.25
const defaultHistorySeconds = 300

/** A collection that is created while the moment is fixed cannot be read at it: another moment is chosen. */
const maxTries = 3
const snapshotUnavailable = 246

/**
 * Saves all collections as they were at one moment, while writes continue: in a snapshot session, on a secondary where
 * there is one. The folder has its name only once it is complete.
 * @throws Fault when the reading took longer than MongoDB keeps a past state
 */
export async function takeBackup(parts: BackupParts): Promise<TakenBackup> {
  const begunAt = performance.now()
  await recordErasures(parts)
  const historySeconds = await readHistorySeconds(parts.client)
  for (let tries = 1; ; tries += 1) {
    try {
      const throttle = createThrottle((historySeconds ?? defaultHistorySeconds) * 1_000 * throttledShare)
      const taken = await takeOnce(parts, throttle)
      await savePersonKeys(parts)
      return { ...taken, seconds: (performance.now() - begunAt) / 1_000, historySeconds }
    } catch (error) {
      if (!isSnapshotLost(error)) throw error
      const isNew = (error as { code?: number }).code === snapshotUnavailable
      if (!isNew || tries >= maxTries) throw new Fault(lostSnapshotText(begunAt, historySeconds))
    }
  }
}

async function takeOnce(
  parts: BackupParts,
  throttle: Saving['throttle'],
): Promise<Omit<TakenBackup, 'seconds' | 'historySeconds'>> {
  const id = await nextId(parts)
  const folder = join(backupsIn(parts.folder), id)
  const partial = `${folder}.partial`
  await rm(partial, { recursive: true, force: true })
  await mkdir(partial, { recursive: true, mode: 0o700 })
  const session = parts.client.startSession({ snapshot: true })
  try {
    const { manifest, bytes } = await saveAll(parts, { session, id, partial, throttle })
    await writeWhole(join(partial, manifestName), signManifest(parts.env, manifest))
    await rename(partial, folder)
    const documents = manifest.collections.reduce((sum, one) => sum + one.documents, 0)
    return { id, snapshot: manifest.snapshot, documents, bytes }
  } catch (error) {
    await rm(partial, { recursive: true, force: true })
    throw error
  } finally {
    await session.endSession()
  }
}

/** The time in seconds; a second backup in one second waits for the next. */
async function nextId({ folder, clock }: BackupParts): Promise<string> {
  const taken = await listBackups(folder)
  for (;;) {
    const id = clock
      .now()
      .toISOString()
      .replaceAll(/[-:]|\.\d+/g, '')
    if (!taken.includes(id)) return id
    await sleep(100)
  }
}

/** A sentence when the next backups may take longer than MongoDB keeps a past state; otherwise ''. */
export const historyWarning = ({ seconds, historySeconds }: TakenBackup): string =>
  historySeconds === undefined || seconds <= historySeconds * safeShare
    ? ''
    : `The backup took ${Math.round(seconds)} s, and MongoDB keeps a past state for ${historySeconds} s: raise minSnapshotHistoryWindowInSeconds before it takes longer.`

const lostSnapshotText = (begunAt: number, historySeconds: number | undefined) =>
  `The snapshot became too old after ${Math.round((performance.now() - begunAt) / 1_000)} s: MongoDB keeps a past state for ${historySeconds ?? defaultHistorySeconds} s. Nothing was saved. Raise minSnapshotHistoryWindowInSeconds (db.adminCommand({ setParameter: 1, minSnapshotHistoryWindowInSeconds: 3600 })) on every member, and back up again.`

/** Undefined when the user may not ask. */
async function readHistorySeconds(client: Client): Promise<number | undefined> {
  const parameter = 'minSnapshotHistoryWindowInSeconds'
  const reply = await client
    .db('admin')
    .command({ getParameter: 1, [parameter]: 1 })
    .catch(() => undefined)
  return reply && Number(reply[parameter])
}

type Saving = { session: Session; id: string; partial: string; throttle(): Promise<void> }

async function saveAll(
  parts: BackupParts,
  saving: Saving,
): Promise<{ manifest: BackupManifest; bytes: number }> {
  const db = parts.client.db(parts.database)
  // Fixes the moment.
  const migrations = await db
    .collection<{ _id: string }>('migrations')
    .find({ _id: { $ne: 'lock' } }, inSnapshot(saving.session))
    .toArray()
  const snapshot = timeOf(saving.session)
  await requireOpenShop(db, inSnapshot(saving.session))
  const infos = await db.listCollections({ type: 'collection' }).toArray()
  const chosen = infos.filter((one) => isBackedUp(one.name))
  const saved = await inParallel(chosen, collectionsAtOnce, async (info) => {
    const indexes = await db.collection(info.name).listIndexes().toArray()
    const { files, bytes } = await saveCollection(
      parts,
      { session: saving.session, folder: saving.partial, throttle: saving.throttle },
      info.name,
    )
    const collection = {
      name: info.name,
      options: BSON.EJSON.stringify('options' in info ? info.options : {}, { relaxed: false }),
      indexes: BSON.EJSON.stringify(indexes, { relaxed: false }),
      documents: files.reduce((sum, file) => sum + file.documents, 0),
      files,
    }
    return { collection, bytes }
  })
  const manifest: BackupManifest = {
    kind: 'backup',
    format: 1,
    id: saving.id,
    snapshot,
    database: parts.database,
    recipient: parts.recipient,
    migrations: migrations.map(({ _id }) => _id).sort(),
    collections: saved.map(({ collection }) => collection),
  }
  return { manifest, bytes: saved.reduce((sum, { bytes }) => sum + bytes, 0) }
}

/** The moment that the session's first read fixed. */
function timeOf(session: Session): ClusterTime {
  const time = (session as unknown as { snapshotTime?: mongoose.mongo.BSON.Timestamp }).snapshotTime
  if (!time) throw new Fault(notPrepared)
  return clusterTimeOf(time)
}
