import { inBatches } from '../../platform/in-batches.ts'

/** Rows of a list, read one after another from a cursor. */
export type Rows = AsyncIterable<object>

/** Characters of JSON that are sent as one part. */
const partLength = 64 * 1_024

/** The last row of a list that could not be read to its end. */
const incompleteRow = {
  incomplete: 'This list could not be read to its end. Please ask for your data again.',
}

/**
 * The JSON text of a list, in parts: one row a line. A failure ends the list with a row that says so.
 * @param onFailure receives the failure
 */
export async function* jsonList(rows: Rows, onFailure: (error: unknown) => void): AsyncIterable<string> {
  let part = '['
  let isFirst = true
  for await (const row of withFailure(rows, onFailure)) {
    part += `${isFirst ? '' : ','}\n${JSON.stringify(row)}`
    isFirst = false
    if (part.length < partLength) continue
    yield part
    part = ''
  }
  yield `${part}\n]\n`
}

async function* withFailure(rows: Rows, onFailure: (error: unknown) => void): Rows {
  try {
    yield* rows
  } catch (error) {
    onFailure(error)
    yield incompleteRow
  }
}

/** Documents that a cursor reads at a time: without a limit a batch has up to 16 MB. */
export const batchSize = 200

type IdQuery = { lean(): { cursor(options: { batchSize: number }): AsyncIterable<{ _id: string }> } }

/** The ids of a query's documents, in batches for queries that name many. */
export async function* idBatches(query: IdQuery): AsyncIterable<string[]> {
  for await (const documents of inBatches(query.lean().cursor({ batchSize }), batchSize))
    yield documents.map(({ _id }) => _id)
}
