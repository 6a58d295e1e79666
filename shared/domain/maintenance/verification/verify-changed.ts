import type { Query } from 'mongoose'
import { changedOrdersIndex, OrderModel } from '../../orders/index.ts'
import { changedTransactionsIndex, comparedKinds, WalletTransactionModel } from '../../wallet/index.ts'
import { type Ledger, moneyLedger, pointsLedger } from '../seals/ledgers.ts'
import type { LedgerFault } from './verify-money.ts'
import { byCode, type IdRange, inRange, rangeOf } from './id-range.ts'
import { maxFaults } from './step.ts'
import { compareRange } from './verify-causes.ts'

/** Ids that are held in memory at a time. */
const maxIds = 100_000
/** Ids of one range, and the documents that may be between them for the range to be compared as one. */
const [maxChunk, maxBetween] = [1_000, 4_000]

/**
 * Compares the documents that have entries since a moment, or have changed since, with all of their entries. An old
 * document that is changed past the program has neither: only the whole history's comparison reads it.
 * @param since the beginning of the open days of money
 * @param pointsSince the same of points; all entries of points are open without it
 */
export async function verifyChanged(since: Date, pointsSince: Date | undefined): Promise<LedgerFault[]> {
  const faults: LedgerFault[] = []
  let ids = new Set<string>()
  const flush = async () => {
    const sorted = [...ids].sort(byCode)
    ids = new Set()
    for (let at = 0; at < sorted.length && faults.length < maxFaults; at += maxChunk) {
      faults.push(...(await compareIds(sorted.slice(at, at + maxChunk))))
    }
  }
  const updatedAt = { $gte: pointsSince && pointsSince < since ? pointsSince : since }
  const sources = [
    ownersOf(moneyLedger, since),
    ownersOf(pointsLedger, pointsSince ?? new Date(0)),
    idsOf(OrderModel.find({ updatedAt }).hint(changedOrdersIndex)),
    idsOf(
      WalletTransactionModel.find({ updatedAt, kind: { $in: comparedKinds } }).hint(changedTransactionsIndex),
    ),
  ]
  for (const source of sources) {
    for await (const id of source) {
      ids.add(id)
      if (ids.size >= maxIds) await flush()
    }
  }
  await flush()
  return faults
}

/** The documents that caused a ledger's entries since a moment. */
async function* ownersOf({ model }: Ledger, since: Date): AsyncGenerator<string> {
  for await (const id of idsOf(model.find({ at: { $gte: since } }).hint('by_time'))) {
    yield id.slice(id.indexOf(':') + 1).split('/', 1)[0] as string
  }
}

// biome-ignore lint/suspicious/noExplicitAny: queries of several models
async function* idsOf(query: Query<any, any>): AsyncGenerator<string> {
  // Without a size a batch is 16 MB, which is some 300,000 ids.
  const found = query.select('_id').lean().cursor({ batchSize: 1_000 }) as AsyncIterable<{ _id: unknown }>
  for await (const { _id } of found) yield String(_id)
}

/** Compares sorted ids as one range where few other documents are between them, and in halves otherwise. */
async function compareIds(ids: readonly string[]): Promise<LedgerFault[]> {
  const [first, last] = [ids[0], ids.at(-1)]
  if (first === undefined || last === undefined) return []
  const range = { from: first, to: rangeOf(last).to }
  if (ids.length === 1 || (await isDense(range))) return compareRange(range)
  const half = ids.length >> 1
  return [...(await compareIds(ids.slice(0, half))), ...(await compareIds(ids.slice(half)))]
}

async function isDense(range: IdRange): Promise<boolean> {
  const where = { _id: inRange(range) }
  const counts = await Promise.all(
    [OrderModel, WalletTransactionModel].map((model: Ledger['model']) =>
      model.countDocuments(where, { limit: maxBetween + 1 }),
    ),
  )
  return counts.every((count) => count <= maxBetween)
}
