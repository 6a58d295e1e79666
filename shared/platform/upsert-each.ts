import { mongo } from 'mongoose'

/** What became of one upsert among many: `theirs` when a document of its `_id` is there and is not as the filter has it. */
export type Upserted = 'inserted' | 'changed' | 'theirs'

type Upsert = {
  filter: { _id: string } & Record<string, unknown>
  update: mongo.UpdateFilter<mongo.Document>
}

type Collection = {
  bulkWrite(writes: mongo.AnyBulkWriteOperation[], how: object): Promise<mongo.BulkWriteResult>
}

const duplicateKey = 11_000

/**
 * Many upserts by `_id`, each with a filter of its own, in one command and each by itself. Past the schema: what is
 * written is the caller's to know.
 * @returns of each in its order what became of it, or the error that kept it from being written
 * @throws where nothing is known of any
 */
export async function upsertEach(
  collection: Collection,
  upserts: readonly Upsert[],
): Promise<(Upserted | Error)[]> {
  const { upsertedIds, refused } = await write(collection, upserts)
  return upserts.map((_one, index) => {
    const error = refused.get(index)
    if (!error) return index in upsertedIds ? 'inserted' : 'changed'
    return error.code === duplicateKey ? 'theirs' : new Error(`Not written: ${error.errmsg ?? error.code}`)
  })
}

type Written = { upsertedIds: Record<number, unknown>; refused: Map<number, mongo.WriteError> }

async function write(collection: Collection, upserts: readonly Upsert[]): Promise<Written> {
  // The driver's type of a collection that names no documents knows of no ids but its own.
  const writes = upserts.map((one) => ({ updateOne: { ...one, upsert: true } })) as never[]
  try {
    const { upsertedIds } = await collection.bulkWrite(writes, { ordered: false })
    return { upsertedIds, refused: new Map() }
  } catch (error) {
    const errors = error instanceof mongo.MongoBulkWriteError ? [error.writeErrors].flat() : []
    if (!(error instanceof mongo.MongoBulkWriteError) || errors.length === 0) throw error
    return { upsertedIds: error.upsertedIds, refused: new Map(errors.map((one) => [one.index, one])) }
  }
}
