import type { Model } from 'mongoose'

/**
 * Number of documents of a collection that were read while `work` ran, including later batches of a cursor,
 * by MongoDB's profiler: other databases of the same server do not count.
 */
// biome-ignore lint/suspicious/noExplicitAny: whatever the model's documents are
export async function documentsReadBy(model: Model<any>, work: () => Promise<unknown>): Promise<number> {
  const { db } = model.db
  if (!db) throw new Error('there is no connection to MongoDB')
  const ns = `${db.databaseName}.${model.collection.collectionName}`
  const { was, filter } = await db.command({ profile: -1 })
  const since = new Date()
  await db.command({ profile: 2, filter: { ns } })
  await work().finally(() => db.command({ profile: was, ...(filter ? { filter } : {}) }))
  const rows = await db
    .collection('system.profile')
    .find({ ns, ts: { $gte: since }, op: { $in: ['query', 'command', 'getmore'] } })
    .toArray()
  return rows.reduce((sum, { docsExamined }) => sum + Number(docsExamined ?? 0), 0)
}
