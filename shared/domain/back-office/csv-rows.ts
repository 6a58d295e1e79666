import type { ClientSession, Model } from 'mongoose'
import { type PaginatedList, sortSpec } from '../../platform/paginated-list.ts'
import { snapshotOptions, streamSnapshot } from '../../platform/snapshot.ts'

/** So many rows are read, and written, at a time. */
const atOnce = 500

/** All rows of a list in the order of its index, some at a time: how many there are makes no difference to memory. */
export async function* batchesOf<Doc>(
  model: Model<Doc>,
  list: PaginatedList<Doc, string>,
  snapshot?: ClientSession,
): AsyncGenerator<Doc[]> {
  const rows = model
    .find(list.filter, list.fields)
    .sort(sortSpec(list.order))
    .hint(list.index)
    .setOptions(snapshot ? snapshotOptions(snapshot) : {})
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

/**
 * The same, read as all of it was at one moment: what moves meanwhile to another place in the order is neither missed nor
 * there twice. MongoDB keeps that moment for five minutes; a list that takes longer breaks off with an error.
 */
export const streamSnapshotBatches = <Doc>(
  model: Model<Doc>,
  list: PaginatedList<Doc, string>,
): AsyncGenerator<Doc[]> => streamSnapshot((snapshot) => batchesOf(model, list, snapshot))
