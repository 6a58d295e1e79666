import type { ClientSession, Model } from 'mongoose'
import { inBatches } from '../../platform/in-batches.ts'
import { type PaginatedList, sortSpec } from '../../platform/paginated-list.ts'
import { snapshotOptions, streamSnapshot } from '../../platform/snapshot.ts'

/** Rows read and written at a time. */
const batchSize = 500

/** All rows of a list in the order of its index, in batches, so that memory use does not depend on their number. */
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
    .cursor({ batchSize }) as unknown as AsyncIterable<Doc>
  yield* inBatches(rows, batchSize)
}

/**
 * Like `batchesOf`, from a snapshot: rows that change their position meanwhile are neither missed nor repeated. MongoDB
 * keeps a snapshot for five minutes; a longer export ends with an error.
 */
export const streamSnapshotBatches = <Doc>(
  model: Model<Doc>,
  list: PaginatedList<Doc, string>,
): AsyncGenerator<Doc[]> => streamSnapshot((snapshot) => batchesOf(model, list, snapshot))
