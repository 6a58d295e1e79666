import type { Model } from 'mongoose'

/** What MongoDB did for one read. */
export type Read = { plan: string; sortsInMemory: boolean; documentsRead: number; keysRead: number }

/**
 * Every read of a collection while `work` ran, by MongoDB's profiler. It replaces the profile that is
 * checked at the end of a file, so the queries of `work` are not checked there.
 */
// biome-ignore lint/suspicious/noExplicitAny: whatever the model's documents are
export async function queriesOf(model: Model<any>, work: () => Promise<unknown>): Promise<Read[]> {
  const { db } = model.db
  if (!db) throw new Error('there is no connection to MongoDB')
  const ns = `${db.databaseName}.${model.collection.collectionName}`
  const { was, filter } = await db.command({ profile: -1 })
  const since = new Date()
  await db.command({ profile: 2, filter: { ns } })
  await work().finally(() => db.command({ profile: was, ...(filter ? { filter } : {}) }))
  const rows = await db
    .collection('system.profile')
    .find({ ns, ts: { $gte: since }, op: { $in: ['query', 'command'] } })
    .toArray()
  return rows.map((row) => ({
    plan: String(row.planSummary),
    sortsInMemory: row.hasSortStage === true,
    documentsRead: Number(row.docsExamined),
    keysRead: Number(row.keysExamined),
  }))
}
