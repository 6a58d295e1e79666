import { mkdir } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from '@jhatpat/shared/platform/logger.ts'
import type { SecretEnv } from '@jhatpat/shared/platform/secret-key.ts'
import mongoose from 'mongoose'
import { readLoosely } from './bson.ts'
import { chunkBytes } from './chunk-files.ts'
import { segmentsIn } from './folder.ts'
import { type ClusterTime, compareTimes } from './manifest.ts'
import { listSegments, writeSegment } from './segments.ts'

const { Timestamp } = mongoose.mongo.BSON
type Client = ReturnType<typeof mongoose.connection.getClient>

export type FollowParts = {
  client: Client
  database: string
  folder: string
  recipient: string
  env: SecretEnv
  log: Logger
  signal: AbortSignal
  /** How long written entries wait for more before they are saved: what a lost machine may cost. */
  flushMs?: number
}

/** A segment without entries only says that nothing was written, so that fewer are enough: one for this many. */
const idleFlushes = 30
const retryMs = 2_000

/**
 * Saves what is written to the database from now on, or from where the last run ended, until `signal`. Retries while
 * MongoDB is unavailable.
 */
export async function followOplog(parts: FollowParts): Promise<void> {
  await mkdir(segmentsIn(parts.folder), { recursive: true, mode: 0o700 })
  while (!parts.signal.aborted) {
    await followOnce(parts).catch((error: unknown) => {
      // Closing the cursor ends its last question with an error.
      if (!parts.signal.aborted) parts.log.error({ err: String(error) }, 'oplog tail interrupted')
    })
    await sleep(retryMs, undefined, { signal: parts.signal }).catch(() => undefined)
  }
}

async function followOnce(parts: FollowParts): Promise<void> {
  const { client, signal, flushMs = 10_000 } = parts
  const oplog = client.db('local').collection('oplog.rs')
  const start = await startOf(parts)
  const saver = createSaver(parts, start)
  const cursor = oplog.find(
    { ts: { $gt: timestampOf(start) }, ...ofDatabase(parts.database) },
    { tailable: true, awaitData: true, maxAwaitTimeMS: 500, raw: true, readConcern: { level: 'majority' } },
  )
  const stop = () => void cursor.close().catch(() => undefined)
  signal.addEventListener('abort', stop)
  let committed = start
  try {
    while (!signal.aborted && !cursor.closed) {
      const entry = (await cursor.tryNext()) as unknown as Uint8Array | null
      if (entry) saver.add(entry)
      else {
        // The cursor had nothing, so that all that was committed before it was asked is read.
        saver.reach(committed)
        committed = await readCommitted(client)
      }
      const limitMs = saver.count() > 0 ? flushMs : idleFlushes * flushMs
      if (saver.bytes() >= chunkBytes || saver.waitedMs() >= limitMs) await saver.flush()
    }
  } finally {
    signal.removeEventListener('abort', stop)
    await saver.flush()
    await cursor.close().catch(() => undefined)
  }
}

/** The newest entry that a majority of the members has. */
async function readCommitted(client: Client): Promise<ClusterTime> {
  const { lastWrite } = await client.db('admin').command({ hello: 1 })
  return timeOf(lastWrite.majorityOpTime.ts)
}

/** Writes to the database, and transactions, which may have some. */
const ofDatabase = (database: string) => ({
  $or: [
    { ns: { $gte: `${database}.`, $lt: `${database}/` } },
    { ns: 'admin.$cmd', 'o.applyOps': { $exists: true } },
  ],
})

/** Where the last run ended; for the first, or after the oplog has lost that place, its newest entry. */
async function startOf({ client, folder, log }: FollowParts): Promise<ClusterTime> {
  const oplog = client.db('local').collection<{ ts: mongoose.mongo.BSON.Timestamp }>('oplog.rs')
  const last = (await listSegments(folder)).at(-1)
  const [oldest] = await oplog.find().sort({ $natural: 1 }).limit(1).toArray()
  const [newest] = await oplog.find().sort({ $natural: -1 }).limit(1).toArray()
  if (!oldest || !newest) throw new Error('the oplog is empty')
  if (last && compareTimes(timeOf(oldest.ts), last.to) <= 0) return last.to
  // Entries between are lost to the tail: it continues after a gap, and only a newer backup can be restored with it.
  if (last) log.fatal({ endedAt: new Date(last.to.t * 1_000) }, 'oplog tail has a gap')
  return timeOf(newest.ts)
}

const timeOf = (ts: mongoose.mongo.BSON.Timestamp): ClusterTime => ({
  t: ts.getHighBitsUnsigned(),
  i: ts.getLowBitsUnsigned(),
})

export const timestampOf = ({ t, i }: ClusterTime) => new Timestamp({ t, i })

/** Collects entries in memory, at most `chunkBytes`, and writes them as a segment. */
function createSaver(parts: FollowParts, start: ClusterTime) {
  let from = start
  let to = start
  let entries: Uint8Array[] = []
  let bytes = 0
  let since = performance.now()
  return {
    add(entry: Uint8Array) {
      to = timeOf((readLoosely(entry) as { ts: mongoose.mongo.BSON.Timestamp }).ts)
      if (entries.length === 0) since = performance.now()
      entries.push(entry)
      bytes += entry.length
    },
    /** Nothing more was written until then. */
    reach(time: ClusterTime) {
      if (compareTimes(time, to) > 0) to = time
    },
    bytes: () => bytes,
    count: () => entries.length,
    waitedMs: () => performance.now() - since,
    async flush() {
      since = performance.now()
      if (compareTimes(from, to) === 0) return
      await writeSegment(parts, { from, to }, entries)
      from = to
      entries = []
      bytes = 0
    },
  }
}
