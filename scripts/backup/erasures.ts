import { mkdir, open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ErasureModel, repeatErasure } from '@jhatpat/shared/domain/erasure/index.ts'
import type mongoose from 'mongoose'
import * as z from 'zod'
import { Fault } from '../cli/kit/fault.ts'

const erasure = z.object({ userId: z.string().regex(/^[0-9a-f]{24}$/), erasedAt: z.iso.datetime() })

/** A person who was erased, by id. */
export type Erasure = z.output<typeof erasure>

/** In BACKUP_DIR, so that a lost database does not take it along: a line of JSON for each person. */
export const erasuresFile = 'erasures.jsonl'

/** An erasure has a worker's time, and a snapshot MongoDB's. To repeat one more costs nothing. */
const clocksMayDifferMs = 3_600_000

/**
 * The erasures after a moment, which must be repeated in what is restored to it. A last line that was cut off while it
 * was written is left out: nothing was saved after it.
 * @throws Fault when another line cannot be read
 */
export async function readErasures(folder: string, moment: Date): Promise<Erasure[]> {
  const sinceMs = moment.getTime() - clocksMayDifferMs
  const { erasures } = await readList(folder, 'Nothing was restored.')
  return erasures.filter(({ erasedAt }) => Date.parse(erasedAt) >= sinceMs)
}

type List = {
  erasures: Erasure[]
  bytes: number
  /** The bytes of complete lines; fewer than `bytes` when the last one was cut off. */
  completeBytes: number
  /** Whether the last line is complete but for its end of line. */
  lacksLineEnd: boolean
}

const lineEnd = 0x0a

async function readList(folder: string, consequence: string): Promise<List> {
  const bytes = await readFile(join(folder, erasuresFile)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return Buffer.alloc(0)
    throw error
  })
  const ended = bytes.lastIndexOf(lineEnd) + 1
  const lines = bytes.toString('utf8', 0, ended).split('\n').slice(0, -1)
  const erasures = lines.flatMap((line, index) => {
    const found = line.trim() === '' ? [] : parseLine(line)
    if (!found) throw new Fault(`Line ${index + 1} of ${erasuresFile} is no erasure. ${consequence}`)
    return found
  })
  const last = parseLine(bytes.toString('utf8', ended))
  return {
    erasures: [...erasures, ...(last ?? [])],
    bytes: bytes.length,
    completeBytes: last ? bytes.length : ended,
    lacksLineEnd: last !== undefined,
  }
}

function parseLine(line: string): [Erasure] | undefined {
  try {
    return [erasure.parse(JSON.parse(line))]
  } catch {
    return undefined
  }
}

/**
 * Repeats erasures in a restored database, also of persons that the tail has erased already.
 * @returns how many persons the copy had
 */
export async function eraseAgain(
  db: mongoose.mongo.Db,
  erasures: readonly Erasure[],
  now: Date,
): Promise<number> {
  let erased = 0
  for (const userId of new Set(erasures.map((one) => one.userId)))
    if (await repeatErasure(db, { userId, now })) erased += 1
  return erased
}

type RecordParts = {
  client: ReturnType<typeof mongoose.connection.getClient>
  database: string
  folder: string
}

/** The clocks of processes differ, so that a later one may have an earlier time. */
const overlapMs = 24 * 3_600_000

/**
 * Adds the persons who were erased since to the list. Called before anything of the database is saved, so that nothing
 * that is saved is newer than the list.
 */
export async function recordErasures({ client, database, folder }: RecordParts): Promise<void> {
  const erasures = client
    .db(database)
    .collection<{ _id: string; endedAt: Date }>(ErasureModel.collection.name)
  await addErasures(folder, async (since) => {
    const found = await erasures
      .find({ state: 'erased', endedAt: { $type: 'date', $gte: since } })
      .sort({ endedAt: 1 })
      .toArray()
    return found.map(({ _id, endedAt }) => ({ userId: _id, erasedAt: endedAt.toISOString() }))
  })
}

/**
 * Adds what the list does not have. A last line that was cut off while it was written is removed: its erasure is found
 * again.
 * @throws Fault when another line cannot be read
 */
export async function addErasures(
  folder: string,
  findSince: (since: Date) => Promise<Erasure[]>,
): Promise<void> {
  const list = await readList(folder, 'Nothing was saved: repair that line, or remove it.')
  const lastMs = Math.max(0, ...list.erasures.map(({ erasedAt }) => Date.parse(erasedAt)))
  const found = await findSince(new Date(Math.max(0, lastMs - overlapMs)))
  const known = new Set(list.erasures.map(keyOf))
  const lines = found.filter((one) => !known.has(keyOf(one))).map((one) => `${JSON.stringify(one)}\n`)
  const text = [...(list.lacksLineEnd ? ['\n'] : []), ...lines].join('')
  if (list.completeBytes < list.bytes) await removeCutLine(folder, list)
  if (text !== '') await append(folder, text)
}

const keyOf = ({ userId, erasedAt }: Erasure): string => `${userId} ${erasedAt}`

/** @throws Fault when another process has written since, whose lines must stay */
async function removeCutLine(folder: string, { bytes, completeBytes }: List): Promise<void> {
  const file = await open(join(folder, erasuresFile), 'r+')
  try {
    if ((await file.stat()).size !== bytes)
      throw new Fault(`Another process is writing ${erasuresFile}. Nothing was saved: try again.`)
    await file.truncate(completeBytes)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** On the disk before it returns. */
async function append(folder: string, text: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const file = await open(join(folder, erasuresFile), 'a', 0o600)
  try {
    await file.appendFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
}
