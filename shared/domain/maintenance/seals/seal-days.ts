import { isoDayOf, startOfIstDay } from '../../../platform/clock.ts'
import {
  type AnyEntry,
  contentHash,
  entriesOfDay,
  idHash,
  idsOf,
  type Ledger,
  ledgers,
  maxPartEntries,
  nextDay,
} from './ledgers.ts'
import { LedgerSealModel, LedgerSealPartModel } from './seal-model.ts'
import { addEntry, type Sums, writeSums } from './sum-days.ts'

/**
 * A transaction that began before midnight commits within a minute, and clocks differ by seconds. The check finds
 * entries that are added to a day later than this.
 */
const settledMs = 2 * 3_600_000

/**
 * Seals the days of both ledgers that ended at least two hours ago, the oldest first. An interrupted day is sealed from
 * its start.
 * @returns the number of days sealed
 */
export async function sealDays(now: Date): Promise<number> {
  let sealed = 0
  for (const ledger of ledgers) {
    await sumSealedDays(ledger)
    let day = await firstUnsealed(ledger)
    while (day && startOfIstDay(day, 1).getTime() <= now.getTime() - settledMs) {
      await sealDay(ledger, day, now)
      sealed += 1
      day = nextDay(day)
    }
  }
  return sealed
}

/** Adds sealed days without sums to the sums, the oldest first. */
async function sumSealedDays(ledger: Ledger): Promise<void> {
  const seals = await LedgerSealModel.find({ _id: idsOf(ledger), hasSums: { $ne: true } })
    .sort({ _id: 1 })
    .lean()
  for (const { _id } of seals) {
    const day = _id.slice(ledger.name.length + 1)
    const sums: Sums = new Map()
    for await (const entry of entriesOfDay(ledger, day)) addEntry(ledger, entry, sums)
    await writeSums(ledger, day, sums)
    await LedgerSealModel.updateOne({ _id }, { $set: { hasSums: true } })
  }
}

async function firstUnsealed(ledger: Ledger): Promise<string | undefined> {
  const { name, model } = ledger
  const last = await LedgerSealModel.findOne({ _id: idsOf(ledger) })
    .sort({ _id: -1 })
    .lean()
  if (last) return nextDay(last._id.slice(name.length + 1))
  const first = (await model.findOne().sort({ at: 1, _id: 1 }).select('at').lean()) as { at: Date } | null
  return first ? isoDayOf(first.at) : undefined
}

async function sealDay(ledger: Ledger, day: string, now: Date): Promise<void> {
  const _id = `${ledger.name}/${day}`
  let [entries, parts] = [0, 0]
  let part: AnyEntry[] = []
  const sums: Sums = new Map()
  const write = async () => {
    await writePart(`${_id}/${String(parts).padStart(6, '0')}`, part)
    entries += part.length
    parts += 1
    part = []
  }
  for await (const entry of entriesOfDay(ledger, day)) {
    part.push(entry)
    addEntry(ledger, entry, sums)
    if (part.length === maxPartEntries) await write()
  }
  if (part.length > 0) await write()
  await writeSums(ledger, day, sums)
  // Last, since it marks the day as sealed. A faster process has written the same.
  await LedgerSealModel.updateOne(
    { _id },
    { $setOnInsert: { entries, parts, sealedAt: now, hasSums: true, checkedIn: '' } },
    { upsert: true },
  )
}

async function writePart(_id: string, part: readonly AnyEntry[]): Promise<void> {
  const [first] = part
  if (!first) return
  const hashes = Buffer.concat(part.flatMap((entry) => [idHash(entry), contentHash(entry)]))
  await LedgerSealPartModel.updateOne(
    { _id },
    { $set: { from: { at: first.at, id: first._id }, entries: part.length, hashes } },
    { upsert: true },
  )
}
