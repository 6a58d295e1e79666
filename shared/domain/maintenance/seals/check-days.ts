import { FullCheckModel, startOrContinue } from './full-check-model.ts'
import {
  type AnyEntry,
  contentHash,
  entriesOfDay,
  hashBytes,
  idHash,
  idsOf,
  type Ledger,
  ledgers,
} from './ledgers.ts'
import { type ILedgerSeal, type ILedgerSealPart, LedgerSealModel, LedgerSealPartModel } from './seal-model.ts'

/** An entry of a sealed day that differs from the seal. */
export type SealFault = {
  kind: 'sealed_day_differs'
  day: string
  entry: string
  /** Its current postings, each account with its amount; empty when the entry is missing. */
  moves: string
  how: 'altered' | 'added' | 'removed'
}
export type SealCheck = { days: number; entries: number; faults: SealFault[] }

type Checking = {
  now: Date
  /** Only this number of the newest sealed days of each ledger; all by default. */
  newest?: number
  onDay?: (day: string) => unknown
}

/** Limit of reported faults; the first ones show where to search. */
const mostFaults = 1_000

/**
 * Compares the sealed days of both ledgers with their entries, a thousand entries at a time. A stopped check of all
 * days is continued by the next one, which skips days found unchanged.
 */
export async function checkSealedDays(checking: Checking): Promise<SealCheck> {
  const check: SealCheck = { days: 0, entries: 0, faults: [] }
  const run = checking.newest === undefined ? (await startOrContinue(checking.now)).run : undefined
  for (const ledger of ledgers) {
    for await (const seal of sealsOf(ledger, checking.newest)) {
      if (run !== undefined && seal.checkedIn === run) continue
      const faults = await checkDay(ledger, seal)
      check.days += 1
      check.entries += seal.entries
      check.faults.push(...faults.slice(0, mostFaults - check.faults.length))
      if (run !== undefined && faults.length === 0) {
        await LedgerSealModel.updateOne({ _id: seal._id }, { $set: { checkedIn: run } })
      }
      checking.onDay?.(seal._id)
    }
  }
  if (run !== undefined) await FullCheckModel.deleteOne({ _id: 'full' })
  return check
}

function sealsOf(ledger: Ledger, newest: number | undefined): AsyncIterable<ILedgerSeal> {
  const found = LedgerSealModel.find({ _id: idsOf(ledger) }).sort({ _id: newest === undefined ? 1 : -1 })
  const some = newest === undefined ? found : found.limit(newest)
  return some.lean().cursor() as unknown as AsyncIterable<ILedgerSeal>
}

async function checkDay(ledger: Ledger, seal: ILedgerSeal): Promise<SealFault[]> {
  const parts = LedgerSealPartModel.find({ _id: { $gt: `${seal._id}/`, $lt: `${seal._id}0` } })
    .sort({ _id: 1 })
    .limit(seal.parts)
    .lean()
    .cursor()
  const faults: SealFault[] = []
  const addFault = (entry: string, how: SealFault['how'], moves = '') => {
    if (faults.length < mostFaults)
      faults.push({ kind: 'sealed_day_differs', day: seal._id, entry, moves, how })
  }
  const read = async () => ((await parts.next()) as ILedgerSealPart | null) ?? undefined
  let [next, found] = [await read(), 0]
  let unread = new Map<string, string>()
  let openFrom = ''
  const reportUnread = () => {
    if (unread.size > 0) addFault(`${unread.size} from ${openFrom} on`, 'removed')
  }
  const nextPart = async () => {
    reportUnread()
    unread = hashesOf(next)
    openFrom = next?.from.id ?? ''
    found += unread.size
    next = await read()
  }
  if (next) await nextPart()
  for await (const entry of entriesOfDay(ledger, seal._id.slice(ledger.name.length + 1))) {
    while (next && !isBefore(entry, next.from)) await nextPart()
    const how = compare(entry, unread)
    if (how) addFault(entry._id, how, movesOf(ledger, entry))
  }
  while (next) await nextPart()
  reportUnread()
  if (found !== seal.entries) addFault(`${seal.entries - found} from its seal`, 'removed')
  return faults
}

const movesOf = ({ amount }: Ledger, { postings }: AnyEntry): string =>
  (postings as Record<string, unknown>[]).map((posting) => `${posting.account} ${posting[amount]}`).join(', ')

function compare(entry: AnyEntry, hashes: Map<string, string>): 'altered' | 'added' | undefined {
  const key = idHash(entry).toString('hex')
  const contents = hashes.get(key)
  if (contents === undefined) return 'added'
  hashes.delete(key)
  return contents === contentHash(entry).toString('hex') ? undefined : 'altered'
}

const isBefore = (entry: AnyEntry, from: ILedgerSealPart['from']): boolean =>
  entry.at < from.at || (entry.at.getTime() === from.at.getTime() && entry._id < from.id)

/** Content hashes by id hash. */
function hashesOf(part: ILedgerSealPart | undefined): Map<string, string> {
  const hashes = new Map<string, string>()
  if (!part) return hashes
  // A lean read returns the driver's Binary, whose bytes are in `buffer`.
  const hex = (
    Buffer.isBuffer(part.hashes) ? part.hashes : Buffer.from((part.hashes as { buffer: Uint8Array }).buffer)
  ).toString('hex')
  for (let at = 0; at < hex.length; at += 4 * hashBytes)
    hashes.set(hex.slice(at, at + 2 * hashBytes), hex.slice(at + 2 * hashBytes, at + 4 * hashBytes))
  return hashes
}
