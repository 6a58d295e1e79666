import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type IPersonKey, PersonKeyModel } from '@jhatpat/shared/domain/audit/index.ts'
import type { SecretEnv } from '@jhatpat/shared/platform/secret-key.ts'
import mongoose from 'mongoose'
import { Fault } from '../cli/kit/fault.ts'
import { readExactly, readLoosely } from './bson.ts'
import { type ChunkFile, decodeChunk, readChecked, writeWhole } from './chunk-files.ts'
import { manifestName } from './folder.ts'
import { insertAll } from './insert-all.ts'
import { type KeysManifest, readManifest, signManifest } from './manifest.ts'
import { saveCollection } from './save-collection.ts'

const { BSON } = mongoose.mongo
type Client = ReturnType<typeof mongoose.connection.getClient>
type Db = ReturnType<Client['db']>
type Document = mongoose.mongo.BSON.Document

/** The collection that no backup and no segment of the tail has. */
export const keysCollection: string = PersonKeyModel.collection.collectionName

/** A folder for each time they were saved; its name is that time. */
const keysIn = (folder: string): string => join(folder, 'keys')

export type KeyParts = { client: Client; database: string; folder: string; recipient: string; env: SecretEnv }

/**
 * Saves the keys of persons as they are now, beside the backups, and deletes what was saved before: a key that was
 * destroyed is then in no file. Called after what is saved under the keys was read, so that none of them is missing.
 */
export async function savePersonKeys(parts: KeyParts): Promise<void> {
  const { client, database, env } = parts
  const folder = keysIn(parts.folder)
  const id = await nextId(folder)
  const partial = join(folder, `${id}.partial`)
  await mkdir(partial, { recursive: true, mode: 0o700 })
  const session = client.startSession({ snapshot: true })
  try {
    const { files } = await saveCollection(parts, { session, folder: partial }, keysCollection)
    const manifest = signManifest(env, { kind: 'keys', format: 1, id, database, files })
    await writeWhole(join(partial, manifestName), manifest)
    await rename(partial, join(folder, id))
  } finally {
    await session.endSession()
    await rm(partial, { recursive: true, force: true })
  }
  await deleteFormer(folder)
}

const idAt = (time: Date): string => time.toISOString().replaceAll(/[-:.]/g, '')

/** The time in milliseconds; a second one in one millisecond waits for the next. */
async function nextId(folder: string): Promise<string> {
  const taken = await namesIn(folder)
  for (;;) {
    const id = idAt(new Date())
    if (!taken.some((name) => name.startsWith(id))) return id
    await sleep(1)
  }
}

const namesIn = (folder: string): Promise<string[]> => readdir(folder).catch(() => [])

/** What is not complete after this time was left by a process that crashed. */
const maxWriteMs = 3_600_000

/** Deletes all but the newest that is complete, and what another process is writing. */
async function deleteFormer(folder: string): Promise<void> {
  const names = await namesIn(folder)
  const last = lastComplete(names) ?? ''
  const abandoned = idAt(new Date(Date.now() - maxWriteMs))
  const former = names.filter((name) => name < (name.endsWith('.partial') ? abandoned : last))
  for (const name of former) await rm(join(folder, name), { recursive: true, force: true })
}

const lastComplete = (names: readonly string[]): string | undefined =>
  names
    .filter((name) => /^\d{8}T\d{9}Z$/.test(name))
    .sort()
    .at(-1)

type SavedParts = { folder: string; env: SecretEnv; identities: readonly string[] }

/**
 * The newest saved keys, after a test of their sums and of the private key; undefined where none were saved, as by an
 * earlier version.
 * @throws Fault when a file was changed, or the private key is another one
 */
export async function findSavedKeys(parts: SavedParts): Promise<KeysManifest | undefined> {
  const id = lastComplete(await namesIn(keysIn(parts.folder)))
  if (id === undefined) return undefined
  const manifest = await readManifest(parts.env, 'keys', join(keysIn(parts.folder), id, manifestName))
  if (manifest.id !== id) throw new Fault(`The folder ${id} has the keys of ${manifest.id}: it was renamed.`)
  for (const file of manifest.files) await readSaved(parts, manifest, file)
  return manifest
}

const readSaved = async ({ folder, identities }: SavedParts, { id }: KeysManifest, file: ChunkFile) =>
  decodeChunk(identities, await readChecked(join(keysIn(folder), id, file.name), file))

export const countKeys = (manifest: KeysManifest | undefined): number =>
  (manifest?.files ?? []).reduce((sum, { documents }) => sum + documents, 0)

/**
 * Writes the saved keys into a restored database. Of persons whose erasure has ended there, only the record that their
 * key was destroyed remains.
 */
export async function restorePersonKeys(
  db: Db,
  parts: SavedParts,
  { manifest, now }: { manifest: KeysManifest | undefined; now: Date },
): Promise<void> {
  await db.createCollection(keysCollection)
  for (const file of manifest?.files ?? [])
    await insertAll(db, keysCollection, await readSaved(parts, manifest as KeysManifest, file))
  const destroyed = { wrapped: '', destroyedAt: now }
  const erasures = db.collection<{ _id: string; state: string }>('erasures')
  const erased = await erasures
    .find({ _id: { $gt: '' }, state: 'erased' }, { projection: { _id: 1 } })
    .toArray()
  const writes = erased.flatMap(({ _id }) => [
    { updateOne: { filter: { _id, destroyedAt: null }, update: { $set: destroyed } } },
    { updateOne: { filter: { _id }, update: { $setOnInsert: destroyed }, upsert: true } },
  ])
  if (writes.length > 0) await db.collection<IPersonKey>(keysCollection).bulkWrite(writes)
}

/**
 * Pure. An entry of the oplog without changes of keys.
 * @returns undefined for an entry that is one
 */
export function withoutKeys(raw: Uint8Array, database: string): Uint8Array | undefined {
  const ns = `${database}.${keysCollection}`
  if (!Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength).includes(ns)) return raw
  const { op, ns: changed, o } = readLoosely(raw)
  if (op !== 'c') return changed === ns ? undefined : raw
  if (!Array.isArray(o.applyOps)) return raw
  const entry = readExactly(raw)
  const parts = entry instanceof Map ? entry : new Map(Object.entries(entry))
  const operations = new Map(fieldsOf(parts.get('o')))
  const kept = (operations.get('applyOps') as unknown[]).filter(
    (operation) => String(new Map(fieldsOf(operation)).get('ns')) !== ns,
  )
  parts.set('o', operations.set('applyOps', kept))
  return BSON.serialize(parts as unknown as Document, { ignoreUndefined: false })
}

/** Of a document, or of one that is kept as a Map because of the order of its fields. */
const fieldsOf = (document: unknown): Iterable<[string, unknown]> =>
  document instanceof Map ? document : Object.entries(document as Document)
