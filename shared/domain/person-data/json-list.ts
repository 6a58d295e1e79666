/** Rows of a list, read one after another from a cursor. */
export type Rows = AsyncIterable<object>

/** Characters of JSON that are sent as one part. */
const partLength = 64 * 1_024

/** The JSON text of a list, in parts: one row a line. */
export async function* jsonList(rows: Rows): AsyncIterable<string> {
  let part = '['
  let isFirst = true
  for await (const row of rows) {
    part += `${isFirst ? '' : ','}\n${JSON.stringify(row)}`
    isFirst = false
    if (part.length < partLength) continue
    yield part
    part = ''
  }
  yield `${part}\n]\n`
}

const batchSize = 200

/** Ids in batches, for queries that name many. */
export async function* batchesOf(ids: AsyncIterable<string>): AsyncIterable<string[]> {
  let batch: string[] = []
  for await (const id of ids) {
    batch.push(id)
    if (batch.length < batchSize) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

type IdQuery = { lean(): { cursor(): AsyncIterable<{ _id: string }> } }

/** The ids of a query's documents. */
export async function* idsOf(query: IdQuery): AsyncIterable<string> {
  for await (const { _id } of query.lean().cursor()) yield _id
}
