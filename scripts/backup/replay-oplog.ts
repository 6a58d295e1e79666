import { join } from 'node:path'
import type { SecretEnv } from '@jhatpat/shared/platform/secret-key.ts'
import mongoose from 'mongoose'
import { Fault } from '../cli/kit/fault.ts'
import { CliError } from '../processes/cli-error.ts'
import { readExactly, readLoosely, splitDocuments } from './bson.ts'
import { decodeChunk, readChecked } from './chunk-files.ts'
import type { Expiries, Index } from './expiries.ts'
import { isBackedUp, segmentsIn } from './folder.ts'
import { type ClusterTime, clusterTimeOf, compareTimes } from './manifest.ts'
import { readSegment, type SegmentName } from './segments.ts'

const { BSON } = mongoose.mongo
type Db = ReturnType<ReturnType<typeof mongoose.connection.getClient>['db']>
type Document = mongoose.mongo.BSON.Document

/** One change of the database: a write, or a command such as the creation of an index. */
export type Change = {
  op: 'i' | 'u' | 'd' | 'c'
  database: string
  collection: string
  o: Document
  o2?: Document
  at: ClusterTime
  /** Its size in BSON. */
  bytes: number
}

export type TailParts = {
  folder: string
  env: SecretEnv
  identities: readonly string[]
  /** The database that the tail was kept of: transactions may have changed others as well. */
  database: string
  segments: readonly SegmentName[]
  /** Only changes after the backup. */
  after: ClusterTime
}

/**
 * The changes in the order in which they were committed. The parts of a large transaction come with its last one.
 * @throws Fault when a segment is missing or was changed
 */
export async function* readChanges(parts: TailParts): AsyncGenerator<Change> {
  const open = new Map<string, Document[]>()
  let reached: ClusterTime = { t: 0, i: 0 }
  for (const segment of parts.segments) {
    for (const raw of splitDocuments(await readEntries(parts, segment))) {
      const at = timeOfEntry(raw)
      // Segments that overlap repeat entries.
      if (compareTimes(at, reached) <= 0) continue
      reached = at
      yield* changesOf(raw, { at, open, after: parts.after }).filter(
        ({ database }) => database === parts.database,
      )
    }
  }
}

/** The time of an entry of the oplog. */
export function timeOfEntry(raw: Uint8Array): ClusterTime {
  const { ts } = readLoosely(raw) as { ts: mongoose.mongo.BSON.Timestamp }
  return clusterTimeOf(ts)
}

/** The entries of one segment, one after the other. */
async function readEntries(parts: TailParts, segment: SegmentName): Promise<Uint8Array> {
  const { folder, identities, database } = parts
  const { file, database: own } = await readSegment(parts, segment)
  if (own !== database) throw new Fault(`${segment.name} is of the database ${own}, not of ${database}.`)
  if (!file) return new Uint8Array()
  return decodeChunk(identities, await readChecked(join(segmentsIn(folder), file.name), file))
}

/** `open`: the parts of transactions that have not ended. */
function changesOf(
  raw: Uint8Array,
  { at, open, after }: { at: ClusterTime; open: Map<string, Document[]>; after: ClusterTime },
): Change[] {
  const exact = readExactly(raw)
  const entry: Document = exact instanceof Map ? Object.fromEntries(exact) : exact
  const operations = fieldOf(entry.o, 'applyOps') as Document[] | undefined
  if (entry.op !== 'c' || operations === undefined) {
    return compareTimes(at, after) > 0 ? [toChange(entry, at, raw.length)] : []
  }
  const transaction = `${JSON.stringify(readLoosely(raw).lsid ?? '')} ${String(entry.txnNumber ?? '')}`
  const all = [...(open.get(transaction) ?? []), ...operations]
  if (fieldOf(entry.o, 'partialTxn')) {
    open.set(transaction, all)
    return []
  }
  open.delete(transaction)
  return compareTimes(at, after) > 0 ? all.map((operation) => toChange(operation, at, sizeOf(operation))) : []
}

/** Of a document, or of one that is kept as a Map because of the order of its fields. */
const fieldOf = (document: Document | Map<string, unknown>, name: string): unknown =>
  document instanceof Map ? document.get(name) : document?.[name]

const sizeOf = (operation: Document) => BSON.serialize(operation, { ignoreUndefined: false }).length

function toChange(entry: Document | Map<string, unknown>, at: ClusterTime, bytes: number): Change {
  const ns = String(fieldOf(entry, 'ns'))
  const o2 = fieldOf(entry, 'o2') as Document | undefined
  return {
    op: fieldOf(entry, 'op') as Change['op'],
    database: ns.slice(0, ns.indexOf('.')),
    collection: ns.slice(ns.indexOf('.') + 1),
    o: fieldOf(entry, 'o') as Document,
    ...(o2 && { o2 }),
    at,
    bytes,
  }
}

/** Commands that a replay repeats, and those that need nothing because another entry has their result. */
const repeated = ['create', 'createIndexes', 'commitIndexBuild', 'dropIndexes', 'collMod']
const ignored = ['startIndexBuild', 'abortIndexBuild']

const commandOf = ({ o }: Change): string => Object.keys(o)[0] ?? ''

/**
 * @throws CliError when it would delete what was restored: the moment must be before it
 */
export function requireReplayable(change: Change): void {
  if (change.op !== 'c') return
  const command = commandOf(change)
  if (repeated.includes(command) || ignored.includes(command)) return
  const time = new Date(change.at.t * 1_000).toISOString().replace('.000', '')
  throw new CliError(
    `At ${time} the database had a ${command}, which would delete what is restored: give --at ${time}, or an earlier time.`,
  )
}

/** Within MongoDB's limit of 16 MiB for a command; a single change may have that size itself. */
const maxBatch = { changes: 500, bytes: 8 * 1024 * 1024 }

/** Pure. Consecutive writes as they can be applied by one command, and every command alone. */
export async function* inBatches(changes: AsyncIterable<Change>): AsyncGenerator<Change[]> {
  let batch: Change[] = []
  let bytes = 0
  for await (const change of changes) {
    const isFull = batch.length >= maxBatch.changes || bytes + change.bytes > maxBatch.bytes
    if (batch.length > 0 && (isFull || change.op === 'c')) {
      yield batch
      batch = []
      bytes = 0
    }
    if (change.op === 'c') yield [change]
    else if (isBackedUp(change.collection)) {
      batch.push(change)
      bytes += change.bytes
    }
  }
  if (batch.length > 0) yield batch
}

/**
 * Applies changes in their order by MongoDB's own command for entries of an oplog, which needs a user that may run it.
 * @returns how many
 */
export async function applyChanges(
  db: Db,
  changes: AsyncIterable<Change>,
  expiries: Expiries,
): Promise<number> {
  let applied = 0
  for await (const batch of inBatches(changes)) {
    const [first] = batch
    if (first?.op === 'c') await repeatCommand(db, first, expiries)
    else await applyWrites(db, batch)
    applied += batch.length
  }
  return applied
}

async function applyWrites(db: Db, batch: readonly Change[]): Promise<void> {
  const operations = batch.map(({ op, collection, o, o2 }) => ({
    op,
    ns: `${db.databaseName}.${collection}`,
    o,
    ...(o2 && { o2 }),
  }))
  await db.admin().command({ applyOps: operations, writeConcern: { w: 'majority' } })
}

async function repeatCommand(db: Db, change: Change, expiries: Expiries): Promise<void> {
  const command = commandOf(change)
  const collection = String(change.o[command])
  if (!isBackedUp(collection)) return
  switch (command) {
    case 'create': {
      const { idIndex: _idIndex, ...options } = change.o
      await db.command(options)
      return
    }
    case 'createIndexes': {
      const { createIndexes: _collection, ...index } = change.o
      await db.command({ createIndexes: collection, indexes: expiries.without(collection, [index as Index]) })
      return
    }
    case 'commitIndexBuild':
      await db.command({
        createIndexes: collection,
        indexes: expiries.without(collection, change.o.indexes as Index[]),
      })
      return
    case 'dropIndexes':
      expiries.forget(collection, String(change.o.index))
      await db.command({ dropIndexes: collection, index: change.o.index })
      return
    case 'collMod':
      await changeCollection(db, change.o, { collection, expiries })
      return
    default:
  }
}

/** An index's expiry is remembered; the rest of the change is made. */
async function changeCollection(
  db: Db,
  { index, ...change }: Document,
  { collection, expiries }: { collection: string; expiries: Expiries },
): Promise<void> {
  const named = index && (await byName(db, collection, index as Index & { keyPattern?: Document }))
  const [kept] = named ? expiries.without(collection, [named]) : []
  // `name` alone changes nothing.
  const isChanged = kept !== undefined && Object.keys(kept).length > 1
  if (isChanged || Object.keys(change).length > 1)
    await db.command({ ...change, ...(isChanged && { index: kept }) })
}

/** A change of an index can name it by its keys. */
async function byName(
  db: Db,
  collection: string,
  { keyPattern, ...index }: Index & { keyPattern?: Document },
): Promise<Index> {
  if (!keyPattern) return index
  const keys = (key: Document) =>
    JSON.stringify(Object.entries(key).map(([name, order]) => [name, String(order)]))
  const found = (await db.collection(collection).indexes()).find(({ key }) => keys(key) === keys(keyPattern))
  return { ...index, name: found?.name ?? '' }
}
