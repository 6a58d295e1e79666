import type { mongo } from 'mongoose'
import { newReferenceStem } from '../../platform/ids.ts'
import type { JobDefinition } from '../../platform/job-definition.ts'
import { msSinceSuccess, recordSuccess } from '../../platform/job-runs.ts'
import type { Deps } from '../deps.ts'
import { NotificationModel } from '../notifications/index.ts'
import { OrderModel, VaultModel } from '../orders/index.ts'
import { transactionKinds, WalletTransactionModel } from '../wallet/index.ts'
import { erasedValues } from './erased-values.ts'

export const clearOldRecordsJob = {
  queue: 'maintenance',
  name: 'personal-data.clear-old-records',
} as const satisfies JobDefinition

export const clearOldRecordsEveryMs = 24 * 3_600_000

/** As long as exchanges with vendors, which can be compared with them. */
const notificationDays = 180

const dayMs = 24 * 3_600_000
const batchSize = 200

type ClearDeps = Pick<Deps, 'clock' | 'log'> & { env: Pick<Deps['env'], 'RETAIN_YEARS'> }

/**
 * Clears the personal parts of orders and movements of money that ended `RETAIN_YEARS` ago, and deletes notifications
 * after 180 days. Ids, amounts and times stay. Repeating it changes nothing, so that an interrupted run is repeated.
 */
export async function clearOldRecords({ clock, env, log }: ClearDeps): Promise<void> {
  const now = clock.now()
  // Another number of years is another run, which starts with the oldest.
  const run = `${clearOldRecordsJob.name}/${env.RETAIN_YEARS}`
  const range = await rangeOf(run, { now, years: env.RETAIN_YEARS })
  const orders = await clearOrders(range)
  const transactions = await clearTransactions(range)
  const notifications = await deleteNotifications(new Date(now.getTime() - notificationDays * dayMs))
  await recordSuccess(run, now)
  log.info({ orders, transactions, notifications }, 'old personal data cleared')
}

type Range = { from: Date; before: Date }

/** What has become old since the last success, and a day more. */
async function rangeOf(run: string, { now, years }: { now: Date; years: number }): Promise<Range> {
  const sinceMs = (await msSinceSuccess(run, now)) ?? now.getTime()
  const from = yearsBefore(new Date(now.getTime() - sinceMs - dayMs), years)
  return { from: new Date(Math.max(from.getTime(), 0)), before: yearsBefore(now, years) }
}

function yearsBefore(at: Date, years: number): Date {
  const then = new Date(at)
  then.setUTCFullYear(at.getUTCFullYear() - years)
  return then
}

async function clearOrders({ from, before }: Range): Promise<number> {
  const old = OrderModel.find({ 'ended.at': { $gt: from, $lt: before } })
    .sort({ 'ended.at': 1 })
    .lean()
    .cursor({ batchSize })
  let cleared = 0
  for await (const orders of batches(old)) {
    const updates = updatesOf('orders', orders)
    if (updates.length > 0) await OrderModel.collection.bulkWrite(updates, { ordered: false })
    cleared += updates.length
    const deliveries = orders.flatMap(({ vault }) => vault.map(({ deliveryId }) => deliveryId))
    if (deliveries.length > 0) await VaultModel.deleteMany({ _id: { $in: deliveries } })
  }
  return cleared
}

async function clearTransactions({ from, before }: Range): Promise<number> {
  const old = WalletTransactionModel.find({
    status: { $in: ['Success', 'Failed', 'Refunded'] },
    kind: { $in: [...transactionKinds] },
    createdAt: { $gt: from, $lt: before },
  })
    .lean()
    .cursor({ batchSize })
  let cleared = 0
  for await (const transactions of batches(old)) {
    const updates = updatesOf('wallet_transactions', transactions)
    if (updates.length > 0) await WalletTransactionModel.collection.bulkWrite(updates, { ordered: false })
    cleared += updates.length
  }
  return cleared
}

/** Ids begin with the day of the top-up or account notification that they are about. */
async function deleteNotifications(before: Date): Promise<number> {
  const day = newReferenceStem(before).slice(0, 6)
  let deleted = 0
  for (const prefix of ['JN', 'JT', 'JW']) {
    const old = NotificationModel.find({ _id: { $gte: prefix, $lt: `${prefix}${day}` } }, { _id: 1 })
      .lean()
      .cursor({ batchSize })
    for await (const notifications of batches(old)) {
      const ids = notifications.map(({ _id }) => _id)
      deleted += (await NotificationModel.deleteMany({ _id: { $in: ids } })).deletedCount
    }
  }
  return deleted
}

async function* batches<T>(documents: AsyncIterable<T>): AsyncIterable<T[]> {
  let batch: T[] = []
  for await (const document of documents) {
    batch.push(document)
    if (batch.length < batchSize) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

/** One update for each document that has something left to clear. */
const updatesOf = (
  collection: string,
  documents: readonly { _id: string }[],
): mongo.AnyBulkWriteOperation[] =>
  documents.flatMap((document) => {
    const values = erasedValues(collection, document)
    if (Object.keys(values).length === 0) return []
    // Ids are texts here, which the driver's own types do not know.
    return [{ updateOne: { filter: { _id: document._id as never }, update: { $set: values } } }]
  })
