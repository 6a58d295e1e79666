import mongoose from 'mongoose'
import type { Migration } from '../../platform/migrations.ts'
import { models } from './models.ts'

type IndexDescription = mongoose.mongo.IndexDescription

/**
 * The database's history, by number; the first creates collections and indexes. A step that has run anywhere is never
 * changed: add another with the next number.
 */
export const migrations: readonly Migration[] = [
  { id: '0001-collections-and-indexes', run: createCollectionsAndIndexes },
]

/**
 * Collections too: a transaction that is the first to write one would race with its creation. A collection's indexes are
 * created in one command, so that it is read once for all of them.
 */
async function createCollectionsAndIndexes(): Promise<void> {
  const existing = new Set((await mongoose.connection.listCollections()).map(({ name }) => name))
  await Promise.all(
    models.map(async (model) => {
      if (!existing.has(model.collection.collectionName)) await model.createCollection()
      const indexes = model.schema
        .indexes()
        .map(([key, options]) => ({ ...options, key }) as IndexDescription)
      if (indexes.length > 0) await model.collection.createIndexes(indexes)
    }),
  )
}
