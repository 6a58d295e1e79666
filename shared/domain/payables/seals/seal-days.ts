import { isoDayOf, startOfIstDay } from '../../../platform/clock.ts'
import {
  type AnySet,
  type Book,
  books,
  contentHash,
  idHash,
  idsOf,
  nextDay,
  partSets,
  setsOfDay,
} from './books.ts'
import { LedgerSealModel, LedgerSealPartModel } from './seal-model.ts'
import { addEntry, type Sums, writeSums } from './sum-days.ts'

/**
 * A transaction that began before midnight commits within a minute, and clocks differ by seconds. What is added to a
 * day later than this is found by the check.
 */
const settledMs = 2 * 3_600_000

/**
 * Seals the days of both ledgers that have ended two hours ago, the oldest first. A day that was interrupted is sealed
 * from its beginning.
 * @returns how many were sealed
 */
export async function sealDays(now: Date): Promise<number> {
  let sealed = 0
  for (const book of books) {
    await sumSealedDays(book)
    let day = await firstUnsealed(book)
    while (day && startOfIstDay(day, 1).getTime() <= now.getTime() - settledMs) {
      await sealDay(book, day, now)
      sealed += 1
      day = nextDay(day)
    }
  }
  return sealed
}

/** Adds the days that were sealed without sums, the oldest first. */
async function sumSealedDays(book: Book): Promise<void> {
  const seals = await LedgerSealModel.find({ _id: idsOf(book), hasSums: { $ne: true } })
    .sort({ _id: 1 })
    .lean()
  for (const { _id } of seals) {
    const day = _id.slice(book.name.length + 1)
    const sums: Sums = new Map()
    for await (const set of setsOfDay(book, day)) addEntry(book, set, sums)
    await writeSums(book, day, sums)
    await LedgerSealModel.updateOne({ _id }, { $set: { hasSums: true } })
  }
}

async function firstUnsealed(book: Book): Promise<string | undefined> {
  const { name, model } = book
  const last = await LedgerSealModel.findOne({ _id: idsOf(book) })
    .sort({ _id: -1 })
    .lean()
  if (last) return nextDay(last._id.slice(name.length + 1))
  const first = (await model.findOne().sort({ at: 1, _id: 1 }).select('at').lean()) as { at: Date } | null
  return first ? isoDayOf(first.at) : undefined
}

async function sealDay(book: Book, day: string, now: Date): Promise<void> {
  const _id = `${book.name}/${day}`
  let [sets, parts] = [0, 0]
  let part: AnySet[] = []
  const sums: Sums = new Map()
  const write = async () => {
    await writePart(`${_id}/${String(parts).padStart(6, '0')}`, part)
    sets += part.length
    parts += 1
    part = []
  }
  for await (const set of setsOfDay(book, day)) {
    part.push(set)
    addEntry(book, set, sums)
    if (part.length === partSets) await write()
  }
  if (part.length > 0) await write()
  await writeSums(book, day, sums)
  // The last write: without it the day is not sealed. A process that was faster has written the same.
  await LedgerSealModel.updateOne(
    { _id },
    { $setOnInsert: { sets, parts, sealedAt: now, hasSums: true, checkedIn: '' } },
    { upsert: true },
  )
}

async function writePart(_id: string, part: readonly AnySet[]): Promise<void> {
  const [first] = part
  if (!first) return
  const hashes = Buffer.concat(part.flatMap((set) => [idHash(set), contentHash(set)]))
  await LedgerSealPartModel.updateOne(
    { _id },
    { $set: { from: { at: first.at, id: first._id }, sets: part.length, hashes } },
    { upsert: true },
  )
}
