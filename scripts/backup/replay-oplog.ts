import { join } from 'node:path'
import type { SecretEnv } from '@jhatpat/shared/platform/secret-key.ts'
import type mongoose from 'mongoose'
import { CliError } from '../processes/cli-error.ts'
import { readExactly, readLoosely, splitDocuments } from './bson.ts'
import { decodeChunk, readChecked } from './chunk-files.ts'
import { isBackedUp, segmentsIn } from './folder.ts'
import { type ClusterTime, compareTimes } from './manifest.ts'
import { readSegment, type SegmentName } from './segments.ts'

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
  for (const segment of parts.segments) {
    for (const raw of splitDocuments(await readEntries(parts, segment))) {
      yield* changesOf(raw, open, parts.after).filter(({ database }) => database === parts.database)
    }
  }
}

/** The entries of one segment, one after the other. */
async function readEntries(
  { env, folder, identities }: TailParts,
  segment: SegmentName,
): Promise<Uint8Array> {
  const { file } = await readSegment(env, folder, segment)
  if (!file) return new Uint8Array()
  return decodeChunk(identities, await readChecked(join(segmentsIn(folder), file.name), file))
}

/** `open`: the parts of transactions that have not ended. */
function changesOf(raw: Uint8Array, open: Map<string, Document[]>, after: ClusterTime): Change[] {
  const { ts } = readLoosely(raw) as { ts: mongoose.mongo.BSON.Timestamp }
  const at = { t: ts.getHighBitsUnsigned(), i: ts.getLowBitsUnsigned() }
  const exact = readExactly(raw)
  const entry: Document = exact instanceof Map ? Object.fromEntries(exact) : exact
  const operations = fieldOf(entry.o, 'applyOps') as Document[] | undefined
  if (entry.op !== 'c' || operations === undefined) {
    return compareTimes(at, after) > 0 ? [toChange(entry, at)] : []
  }
  const transaction = `${JSON.stringify(readLoosely(raw).lsid ?? '')} ${String(entry.txnNumber ?? '')}`
  const all = [...(open.get(transaction) ?? []), ...operations]
  if (fieldOf(entry.o, 'partialTxn')) {
    open.set(transaction, all)
    return []
  }
  open.delete(transaction)
  return compareTimes(at, after) > 0 ? all.map((operation) => toChange(operation, at)) : []
}

/** Of a document, or of one that is kept as a Map because of the order of its fields. */
const fieldOf = (document: Document | Map<string, unknown>, name: string): unknown =>
  document instanceof Map ? document.get(name) : document?.[name]

function toChange(entry: Document | Map<string, unknown>, at: ClusterTime): Change {
  const ns = String(fieldOf(entry, 'ns'))
  const o2 = fieldOf(entry, 'o2') as Document | undefined
  return {
    op: fieldOf(entry, 'op') as Change['op'],
    database: ns.slice(0, ns.indexOf('.')),
    collection: ns.slice(ns.indexOf('.') + 1),
    o: fieldOf(entry, 'o') as Document,
    ...(o2 && { o2 }),
    at,
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

const batchSize = 500

/**
 * Applies changes in their order by MongoDB's own command for entries of an oplog, which needs a user that may run it.
 * @returns how many
 */
export async function applyChanges(db: Db, changes: AsyncIterable<Change>): Promise<number> {
  let applied = 0
  let batch: Change[] = []
  const flush = async () => {
    if (batch.length === 0) return
    const operations = batch.map(({ op, collection, o, o2 }) => ({
      op,
      ns: `${db.databaseName}.${collection}`,
      o,
      ...(o2 && { o2 }),
    }))
    await db.admin().command({ applyOps: operations, writeConcern: { w: 'majority' } })
    applied += batch.length
    batch = []
  }
  for await (const change of changes) {
    if (change.op === 'c') {
      await flush()
      await repeatCommand(db, change)
      applied += 1
    } else if (isBackedUp(change.collection)) {
      batch.push(change)
      if (batch.length >= batchSize) await flush()
    }
  }
  await flush()
  return applied
}

async function repeatCommand(db: Db, change: Change): Promise<void> {
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
      await db.command({ createIndexes: collection, indexes: [index] })
      return
    }
    case 'commitIndexBuild':
      await db.command({ createIndexes: collection, indexes: change.o.indexes })
      return
    case 'dropIndexes':
      await db.command({ dropIndexes: collection, index: change.o.index })
      return
    case 'collMod':
      await db.command(change.o)
      return
    default:
  }
}
