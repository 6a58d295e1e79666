import type { Model } from 'mongoose'
import { type LongList, sortOf } from '../../platform/long-list.ts'

/** So many rows are read, and written, at a time. */
const atOnce = 500

/** All rows of a list in the order of its index, some at a time: how many there are makes no difference to memory. */
export async function* batchesOf<Doc>(model: Model<Doc>, list: LongList<Doc, string>): AsyncGenerator<Doc[]> {
  const rows = model
    .find(list.filter, list.fields)
    .sort(sortOf(list.order))
    .hint(list.index)
    .lean<Doc[]>()
    .cursor({ batchSize: atOnce }) as unknown as AsyncIterable<Doc>
  let batch: Doc[] = []
  for await (const row of rows) {
    batch.push(row)
    if (batch.length < atOnce) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}
