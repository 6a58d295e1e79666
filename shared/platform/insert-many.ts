import { mongo } from 'mongoose'

/** `Mark` names the field that identifies a document's writer. */
type Stored<Mark extends string> = { _id: string } & Record<Mark, string>

type Collection = {
  insertMany(documents: never[], how: object): Promise<unknown>
  find(filter: never, how: object): { toArray(): Promise<object[]> }
}

const duplicateKey = 11_000

/**
 * Inserts many documents in one unordered command, without schema validation: the caller must
 * ensure it. When the command's reply is lost the documents are read back.
 * @param documents each with a value under `mark` that only this call writes
 * @returns for each, in order, whether this call inserted it (false: another with its `_id`
 * exists), or the error that kept it unknown
 * @throws when nothing is known of any document
 */
export async function insertMany<Mark extends string>(
  collection: Collection,
  documents: readonly Stored<Mark>[],
  mark: Mark,
): Promise<(boolean | Error)[]> {
  try {
    await collection.insertMany(documents as never[], { ordered: false })
    return documents.map(() => true)
  } catch (error) {
    const writeErrors = writeErrorsOf(error)
    if (!writeErrors) return readBack(collection, { documents, mark, error: error as Error })
    return documents.map((_one, index) => {
      const reason = writeErrors.get(index)
      if (!reason) return true
      return reason.code === duplicateKey ? false : new Error(`Not written: ${reason.errmsg ?? reason.code}`)
    })
  }
}

/** The errors by index; undefined where the error leaves the outcome of the others unknown. */
function writeErrorsOf(error: unknown): Map<number, mongo.WriteError> | undefined {
  if (!(error instanceof mongo.MongoBulkWriteError)) return undefined
  const errors = [error.writeErrors].flat()
  if (errors.length === 0 || error.result.getWriteConcernError()) return undefined
  return new Map(errors.map((one) => [one.index, one]))
}

type LostReply<Mark extends string> = { documents: readonly Stored<Mark>[]; mark: Mark; error: Error }

/**
 * A document that is not found may still be written. @throws the original error when the read
 * fails, too
 */
async function readBack<Mark extends string>(
  collection: Collection,
  { documents, mark, error }: LostReply<Mark>,
): Promise<(boolean | Error)[]> {
  const filter = { _id: { $in: documents.map(({ _id }) => _id) } }
  const found = await collection
    .find(filter as never, { projection: { [mark]: 1 } })
    .toArray()
    .catch(() => Promise.reject(error))
  const marks = new Map((found as Stored<Mark>[]).map((one) => [one._id, one[mark]]))
  return documents.map((one) => marks.get(one._id) === one[mark] || error)
}
