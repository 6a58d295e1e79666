import { referenceDay } from '../../platform/ids.ts'
import { inBatches } from '../../platform/in-batches.ts'
import type { JobDefinition } from '../../platform/job-definition.ts'
import { doneUntil, recordDoneUntil, recordSuccess } from '../../platform/job-runs.ts'
import type { Deps } from '../deps.ts'
import { NotificationModel } from '../notifications/index.ts'
import { clearOrder, hasOpenMatter, type OrderDoc, OrderModel } from '../orders/index.ts'
import {
  allTransactionsIndexes,
  clearTransaction,
  isTransactionOpen,
  transactionKinds,
  type WalletTransactionDoc,
  WalletTransactionModel,
} from '../wallet/index.ts'
import { erasedValues } from './erased-values.ts'
import { batchSize } from './json-list.ts'
import { type ClearedCollection, PostponedClearingModel } from './postponed-clearing-model.ts'

export const clearOldRecordsJob = {
  queue: 'maintenance',
  name: 'personal-data.clear-old-records',
} as const satisfies JobDefinition

export const clearOldRecordsEveryMs = 24 * 3_600_000

/** As long as exchanges with vendors, which can be compared with them. */
const notificationDays = 180

const dayMs = 24 * 3_600_000

type ClearDeps = Pick<Deps, 'clock' | 'log' | 'shutdownSignal'> & { env: Pick<Deps['env'], 'RETAIN_YEARS'> }

/**
 * Clears the personal parts of orders that ended `RETAIN_YEARS` ago and of movements of money that began then, and
 * deletes notifications after 180 days. Ids, amounts and times stay. What is still open, or changes meanwhile, is
 * postponed and tried again by every run. A run that is stopped ends after its batch, and the next one continues there.
 */
export async function clearOldRecords(deps: ClearDeps): Promise<void> {
  const { clock, env, log, shutdownSignal } = deps
  const now = clock.now()
  // Another number of years is another run, which starts with the oldest.
  const run = { name: `${clearOldRecordsJob.name}/${env.RETAIN_YEARS}`, now, shutdownSignal }
  const before = yearsBefore(now, env.RETAIN_YEARS)
  const orders = await clearCollection(run, ordersBefore(before))
  const transactions = await clearCollection(run, transactionsBefore(before))
  const notifications = await deleteNotifications(run)
  const counts = { orders, transactions, notifications }
  if (shutdownSignal?.aborted) {
    log.info(counts, 'clearing of old personal data interrupted')
    return
  }
  await recordSuccess(run.name, now)
  log.info(counts, 'old personal data cleared')
}

type Run = { name: string; now: Date; shutdownSignal: AbortSignal | undefined }

function yearsBefore(at: Date, years: number): Date {
  const then = new Date(at)
  then.setUTCFullYear(at.getUTCFullYear() - years)
  return then
}

/** What is cleared of one collection. */
type Clearing<Doc> = {
  of: ClearedCollection
  before: Date
  /** Oldest first. */
  since(from: Date): AsyncIterable<Doc>
  byId(ids: readonly string[]): Promise<Doc[]>
  /** The time by which it is old. */
  timeOf(document: Doc): Date
  isOpen(document: Doc): boolean
  /** False when it has changed meanwhile. */
  clear(document: Doc, values: Readonly<Record<string, unknown>>, now: Date): Promise<boolean>
}

const ordersBefore = (before: Date): Clearing<OrderDoc> => ({
  of: 'orders',
  before,
  since: (from) =>
    OrderModel.find({ 'ended.at': { $gte: from, $lt: before } })
      .sort({ 'ended.at': 1 })
      .lean<OrderDoc[]>()
      .cursor({ batchSize }),
  byId: (ids) => OrderModel.find({ _id: { $in: [...ids] } }).lean<OrderDoc[]>(),
  timeOf: ({ ended }) => ended?.at ?? earliest,
  isOpen: hasOpenMatter,
  clear: clearOrder,
})

/** Of every status and kind, so that the index bounds the time; those that are open are postponed. */
const transactionsBefore = (before: Date): Clearing<WalletTransactionDoc> => ({
  of: 'wallet_transactions',
  before,
  since: (from) =>
    WalletTransactionModel.find({
      status: { $in: ['Created', 'Processing', 'Success', 'Failed', 'Refunded'] },
      kind: { $in: [...transactionKinds] },
      createdAt: { $gte: from, $lt: before },
    })
      .sort({ createdAt: 1 })
      // By amount, the planner's other choice, every transaction would be read.
      .hint(allTransactionsIndexes.createdAt)
      .lean<WalletTransactionDoc[]>()
      .cursor({ batchSize }),
  byId: (ids) => WalletTransactionModel.find({ _id: { $in: [...ids] } }).lean<WalletTransactionDoc[]>(),
  timeOf: ({ createdAt }) => createdAt,
  isOpen: isTransactionOpen,
  clear: clearTransaction,
})

/** Later than the least time, with which the index of ended orders begins. */
const earliest = new Date(1)

/** @returns the number of documents that were cleared */
async function clearCollection<Doc extends { _id: string }>(
  { name, now, shutdownSignal }: Run,
  clearing: Clearing<Doc>,
): Promise<number> {
  const { of: part, before } = clearing
  let cleared = await retryPostponed({ name, now, shutdownSignal }, clearing)
  const old = clearing.since((await doneUntil(name, part)) ?? earliest)
  for await (const documents of inBatches(old, batchSize)) {
    if (shutdownSignal?.aborted) return cleared
    const results = await clearAll(clearing, documents, now)
    await postpone(results.postponed, { of: part, since: now })
    cleared += results.cleared.length
    const last = documents.at(-1)
    if (last) await recordDoneUntil(name, { part, until: clearing.timeOf(last), now })
  }
  if (!shutdownSignal?.aborted) await recordDoneUntil(name, { part, until: before, now })
  return cleared
}

/** What a previous run has postponed. */
async function retryPostponed<Doc extends { _id: string }>(
  { now, shutdownSignal }: Run,
  clearing: Clearing<Doc>,
): Promise<number> {
  let cleared = 0
  const waiting = PostponedClearingModel.find({ of: clearing.of })
    .sort({ _id: 1 })
    .lean()
    .cursor({ batchSize })
  for await (const rows of inBatches(waiting, batchSize)) {
    if (shutdownSignal?.aborted) return cleared
    const documents = await clearing.byId(rows.map(({ _id }) => _id))
    const { postponed, cleared: done } = await clearAll(clearing, documents, now)
    const left = new Set(postponed)
    const ended = rows.map(({ _id }) => _id).filter((id) => !left.has(id))
    await PostponedClearingModel.deleteMany({ _id: { $in: ended } })
    cleared += done.length
  }
  return cleared
}

type Results = { cleared: string[]; postponed: string[] }

async function clearAll<Doc extends { _id: string }>(
  clearing: Clearing<Doc>,
  documents: readonly Doc[],
  now: Date,
): Promise<Results> {
  const results: Results = { cleared: [], postponed: [] }
  for (const document of documents) {
    const values = erasedValues(clearing.of, document)
    // An order that was postponed may have ended again meanwhile.
    const isOld = clearing.timeOf(document) < clearing.before
    if (!isOld || Object.keys(values).length === 0) continue
    const isCleared = !clearing.isOpen(document) && (await clearing.clear(document, values, now))
    results[isCleared ? 'cleared' : 'postponed'].push(document._id)
  }
  return results
}

async function postpone(
  ids: readonly string[],
  { of, since }: { of: ClearedCollection; since: Date },
): Promise<void> {
  if (ids.length === 0) return
  const writes = ids.map((_id) => ({
    updateOne: { filter: { _id }, update: { $setOnInsert: { of, since } }, upsert: true },
  }))
  await PostponedClearingModel.bulkWrite(writes, { ordered: false })
}

/** Ids begin with the day of the top-up or account notification that they are about, which may be notified later. */
async function deleteNotifications({ now, shutdownSignal }: Run): Promise<number> {
  const before = new Date(now.getTime() - notificationDays * dayMs)
  let deleted = 0
  for (const prefix of ['JN', 'JT', 'JW']) {
    const range = { $gte: prefix, $lt: `${prefix}${referenceDay(before)}` }
    const old = NotificationModel.find({ _id: range, since: { $lt: before } }, { _id: 1 })
      .lean()
      .cursor({ batchSize })
    for await (const notifications of inBatches(old, batchSize)) {
      if (shutdownSignal?.aborted) return deleted
      const ids = notifications.map(({ _id }) => _id)
      deleted += (await NotificationModel.deleteMany({ _id: { $in: ids } })).deletedCount
    }
  }
  return deleted
}
