import type mongoose from 'mongoose'
import { readExactly, splitDocuments } from './bson.ts'

type Db = ReturnType<ReturnType<typeof mongoose.connection.getClient>['db']>

/** Fewer than MongoDB's limits of a message, in documents and bytes. */
const maxInserted = 5_000

/** Inserts concatenated documents as they are. */
export async function insertAll(db: Db, name: string, bytes: Uint8Array): Promise<void> {
  let batch: mongoose.mongo.BSON.Document[] = []
  const flush = async () => {
    if (batch.length > 0)
      await db.collection(name).insertMany(batch, {
        ordered: false,
        bypassDocumentValidation: true,
        ignoreUndefined: false,
        writeConcern: { w: 'majority' },
      })
    batch = []
  }
  for (const raw of splitDocuments(bytes)) {
    batch.push(readExactly(raw) as mongoose.mongo.BSON.Document)
    if (batch.length >= maxInserted) await flush()
  }
  await flush()
}
