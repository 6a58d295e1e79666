import { mongo } from 'mongoose'

type Stored = { _id: string; claimedBy: string }

type Collection = {
  insertMany(documents: never[], how: object): Promise<unknown>
  find(filter: never, how: object): { toArray(): Promise<{ _id: unknown }[]> }
}

const duplicateKey = 11_000

/**
 * Inserts many documents in one command, each by itself. Past the schema: what is written is the caller's to know. When
 * the command's answer is lost the documents tell whose they are.
 * @param documents each with a `claimedBy` that only this call writes
 * @returns of each in its order whether it is there by this call: false when another of its `_id` was; or the error
 * that kept it from being known
 * @throws where nothing is known of any
 */
export async function insertEach(
  collection: Collection,
  documents: readonly Stored[],
): Promise<(boolean | Error)[]> {
  try {
    await collection.insertMany(documents as never[], { ordered: false })
    return documents.map(() => true)
  } catch (error) {
    const refused = refusedBy(error)
    if (!refused) return readBack(collection, documents)
    return documents.map((_one, index) => {
      const why = refused.get(index)
      if (!why) return true
      return why.code === duplicateKey ? false : new Error(`Not written: ${why.errmsg ?? why.code}`)
    })
  }
}

/** By place; undefined where the error leaves open what became of the others. */
function refusedBy(error: unknown): Map<number, mongo.WriteError> | undefined {
  if (!(error instanceof mongo.MongoBulkWriteError)) return undefined
  const errors = [error.writeErrors].flat()
  if (errors.length === 0 || error.result.getWriteConcernError()) return undefined
  return new Map(errors.map((one) => [one.index, one]))
}

async function readBack(collection: Collection, documents: readonly Stored[]): Promise<(boolean | Error)[]> {
  const filter = { _id: { $in: documents.map(({ _id }) => _id) }, claimedBy: documents[0]?.claimedBy }
  const own = await collection.find(filter as never, { projection: { _id: 1 } }).toArray()
  const ids = new Set(own.map(({ _id }) => _id))
  return documents.map(({ _id }) =>
    ids.has(_id) ? true : new Error('It is not known whether it was written'),
  )
}
