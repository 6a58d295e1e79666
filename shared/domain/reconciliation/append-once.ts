import type { Model } from 'mongoose'
import { unorderedWrites } from '../../platform/mongo.ts'

/**
 * Writes what is not there yet; what has the same id stays as it is.
 * @throws when one cannot be written, once all others were
 */
export async function insertMissing<T extends { _id: string }>(
  model: Model<T>,
  documents: readonly T[],
): Promise<void> {
  if (documents.length === 0) return
  await model.bulkWrite(
    documents.map(({ _id, ...rest }) => ({
      updateOne: { filter: { _id }, update: { $setOnInsert: rest }, upsert: true },
    })) as never,
    unorderedWrites,
  )
}
