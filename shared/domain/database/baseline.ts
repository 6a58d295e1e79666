import mongoose from 'mongoose'
import type { Migration } from '../../platform/migrations.ts'
import { models } from './models.ts'

type IndexDescription = mongoose.mongo.IndexDescription

/**
 * The database's migrations, by number; the first creates collections and indexes. Never change a migration that has
 * run anywhere; add one with the next number, and say whether processes of the previous version work on its result.
 */
export const migrations: readonly Migration[] = [
  { id: '0001-collections-and-indexes', kind: 'expand', run: createCollectionsAndIndexes },
  { id: '0002-erasures', kind: 'expand', run: createCollectionsAndIndexes },
  { id: '0003-person-keys', kind: 'expand', run: createCollectionsAndIndexes },
  { id: '0004-delivered-codes', kind: 'expand', run: createCollectionsAndIndexes },
]

/**
 * Creates collections, too: a transaction that is the first to write one would race with its creation. A collection's
 * indexes are created in one command, so that it is read only once.
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
