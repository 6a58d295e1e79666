import { mkdir } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from '@jhatpat/shared/platform/logger.ts'
import type { SecretEnv } from '@jhatpat/shared/platform/secret-key.ts'
import mongoose from 'mongoose'
import { Fault } from '../cli/kit/fault.ts'
import { chunkBytes } from './chunk-files.ts'
import { recordErasures } from './erasures.ts'
import { segmentsIn } from './folder.ts'
import { type ClusterTime, clusterTimeOf, compareTimes, dateOf } from './manifest.ts'
import { savePersonKeys, withoutKeys } from './person-keys.ts'
import { timeOfEntry } from './replay-oplog.ts'
import { otherDatabaseText, requireOpenShop } from './require-open-shop.ts'
import { listSegments, readSegment, writeSegment } from './segments.ts'

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
  /** Called after entries were saved. */
  onSaved?(): Promise<void>
  /** Called when entries are lost to the tail, so that a new backup is needed. */
  onGap?(): void
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
  await requireOpenShop(client.db(parts.database))
  const primary = await readPrimary(client)
  const start = await startOf(parts, primary.committed)
  const saver = createSaver(start, async (range, entries) => {
    await recordErasures(parts)
    await writeSegment(parts, range, entries)
  })
  const cursor = client
    .db('local')
    .collection('oplog.rs')
    .find(
      { ts: { $gt: timestampOf(start) }, ...ofDatabase(parts.database) },
      {
        tailable: true,
        awaitData: true,
        maxAwaitTimeMS: 500,
        raw: true,
        readConcern: { level: 'majority' },
        readPreference: 'primary',
      },
    )
  const stop = () => void cursor.close().catch(() => undefined)
  signal.addEventListener('abort', stop)
  const keys = createKeySaver(parts)
  const readCommitted = async () => committedOf(primary, await readPrimary(client))
  const flush = async () => {
    await saver.flush(await readCommitted())
    await keys.save()
    await parts.onSaved?.()
  }
  const addEntry = (entry: Uint8Array) => {
    const kept = withoutKeys(entry, parts.database)
    if (kept !== entry) keys.changed()
    if (kept) saver.add(kept)
    else saver.reach(timeOfEntry(entry))
  }
  let committed = start
  try {
    while (!signal.aborted && !cursor.closed) {
      const entry = (await cursor.tryNext()) as unknown as Uint8Array | null
      if (entry) addEntry(entry)
      else {
        // The cursor had nothing, so that all that was committed before it was asked is read.
        saver.reach(committed)
        committed = await readCommitted()
      }
      const limitMs = saver.count() > 0 ? flushMs : idleFlushes * flushMs
      if (saver.bytes() >= chunkBytes || saver.waitedMs() >= limitMs) await flush()
    }
  } finally {
    signal.removeEventListener('abort', stop)
    // First: a flush that fails would leave it open on the server.
    await cursor.close().catch(() => undefined)
    await flush()
  }
}

/** All keys are saved each time, so that it takes a hundredth of the time at most. */
const saveKeysEveryMs = 60_000
const saveKeysShare = 100

/** Saves the keys of persons after they have changed; at first in any case, since a former process may not have. */
function createKeySaver(parts: FollowParts) {
  let isChanged = true
  let nextMs = 0
  return {
    changed() {
      isChanged = true
    },
    async save() {
      if (!isChanged || performance.now() < nextMs) return
      isChanged = false
      const begunMs = performance.now()
      await savePersonKeys(parts).catch((error: unknown) => {
        isChanged = true
        throw error
      })
      const endedMs = performance.now()
      nextMs = endedMs + Math.max(saveKeysEveryMs, (endedMs - begunMs) * saveKeysShare)
    },
  }
}

/** The member that is asked, in its present term, and the newest entry that a majority of the members has. */
export type Primary = { member: string; term: string; committed: ClusterTime }

async function readPrimary(client: Client): Promise<Primary> {
  const hello = await client.db('admin').command({ hello: 1 }, { readPreference: 'primary' })
  const { me = '', electionId = '', lastWrite } = hello
  return { member: me, term: String(electionId), committed: clusterTimeOf(lastWrite.majorityOpTime.ts) }
}

/**
 * Pure. What a majority has, by the member that the entries are read from: another one may have entries that this one
 * lacks.
 * @throws after an election: reading continues from the new primary, after what was saved
 */
export function committedOf(before: Primary, now: Primary): ClusterTime {
  if (now.member !== before.member || now.term !== before.term)
    throw new Error(`${now.member || 'another member'} became primary`)
  return now.committed
}

/** Writes to the database, and transactions, which may have some. */
const ofDatabase = (database: string) => ({
  $or: [
    { ns: { $gte: `${database}.`, $lt: `${database}/` } },
    { ns: 'admin.$cmd', 'o.applyOps': { $exists: true } },
  ],
})

/**
 * Where the last run ended; for the first, or after the oplog has lost that place, `committed`.
 * @throws Fault when the folder has the tail of another database
 */
async function startOf(parts: FollowParts, committed: ClusterTime): Promise<ClusterTime> {
  const { client, database, folder, log } = parts
  const last = (await listSegments(folder)).at(-1)
  if (!last) return committed
  const { database: own } = await readSegment(parts, last)
  if (own !== database) throw new Fault(otherDatabaseText(folder, own))
  const oplog = client.db('local').collection<{ ts: mongoose.mongo.BSON.Timestamp }>('oplog.rs')
  const [oldest] = await oplog.find().sort({ $natural: 1 }).limit(1).toArray()
  if (!oldest) throw new Error('the oplog is empty')
  if (compareTimes(clusterTimeOf(oldest.ts), last.to) <= 0) return last.to
  // Entries between are lost to the tail: it continues after a gap, and only a newer backup can be restored with it.
  log.fatal({ endedAt: dateOf(last.to) }, 'oplog tail has a gap')
  parts.onGap?.()
  return committed
}

export const timestampOf = ({ t, i }: ClusterTime) => new Timestamp({ t, i })

type Range = { from: ClusterTime; to: ClusterTime }

/**
 * Collects entries in memory, at most `chunkBytes`, and writes them as a segment: only those that a majority of the
 * members has, because others may be rolled back.
 */
export function createSaver(
  start: ClusterTime,
  write: (range: Range, entries: readonly Uint8Array[]) => Promise<void>,
) {
  let from = start
  let read = start
  let entries: { at: ClusterTime; bytes: Uint8Array }[] = []
  let since = performance.now()
  return {
    /** @throws when the entry is not newer than those before it */
    add(bytes: Uint8Array) {
      const at = timeOfEntry(bytes)
      if (compareTimes(at, read) <= 0) throw new Error('the oplog went back')
      if (entries.length === 0) since = performance.now()
      entries.push({ at, bytes })
      read = at
    },
    /** Nothing more was written until then. */
    reach(time: ClusterTime) {
      if (compareTimes(time, read) > 0) read = time
    },
    bytes: () => entries.reduce((sum, one) => sum + one.bytes.length, 0),
    count: () => entries.length,
    waitedMs: () => performance.now() - since,
    async flush(committed: ClusterTime) {
      since = performance.now()
      const to = compareTimes(read, committed) <= 0 ? read : committed
      if (compareTimes(to, from) <= 0) return
      const saved = entries.filter(({ at }) => compareTimes(at, to) <= 0)
      await write(
        { from, to },
        saved.map((one) => one.bytes),
      )
      from = to
      entries = entries.slice(saved.length)
    },
  }
}
