import type { mongo } from 'mongoose'
import { unchangedAsRead } from '../../platform/due-tasks.ts'
import { orderTasks } from '../orders/index.ts'
import { erasedValues } from '../person-data/index.ts'

/** A document as stored: ids are texts or ObjectIds. */
export type Stored = { _id: mongo.BSON.ObjectId | string; [field: string]: unknown }
export type StoredId = Stored['_id']
export type Filter = mongo.Filter<Stored>

export const batchSize = 200

/** Everything with an id that is a text, read by `_id`: for small collections in which no index names a person. */
export const inOrderOfId = { _id: { $gt: '' } } satisfies Filter

/** The documents of a filter, some at a time. */
export async function* batchesOf(
  collection: mongo.Collection<Stored>,
  filter: Filter,
  projection?: Record<string, 1>,
): AsyncIterable<Stored[]> {
  let batch: Stored[] = []
  for await (const document of collection.find(filter, { batchSize, ...(projection && { projection }) })) {
    batch.push(document)
    if (batch.length < batchSize) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

export const idsOf = (documents: readonly Stored[]): StoredId[] => documents.map(({ _id }) => _id)

/** Deletes by `_id`. */
export async function deleteDocuments(collection: mongo.Collection<Stored>, filter: Filter): Promise<void> {
  for await (const documents of batchesOf(collection, filter, { _id: 1 }))
    await collection.deleteMany({ _id: { $in: idsOf(documents) } })
}

/** How often documents that were changed meanwhile are read again; they are of a closed account. */
const maxPasses = 5

type Clearing = {
  /** Whether a path is kept for now. */
  keeps?: (document: Stored, path: string) => boolean
  /** Called with each batch before it is cleared. */
  before?: (documents: readonly Stored[]) => Promise<void>
  /** What is set in the same write; empty when it is set already. */
  marks?: (document: Stored) => Record<string, unknown>
}

/**
 * Clears the values that the register names, until a pass finds none: a document with a revision is written only as
 * it was read, so that a concurrent change is not undone.
 * @throws when documents keep changing
 */
export async function clearDocuments(
  collection: mongo.Collection<Stored>,
  filter: Filter,
  clearing: Clearing = {},
): Promise<void> {
  for (let pass = 1; pass <= maxPasses; pass += 1) {
    let written = 0
    for await (const documents of batchesOf(collection, filter)) {
      await clearing.before?.(documents)
      const writes = documents.flatMap((document) => updateOf(collection.collectionName, document, clearing))
      if (writes.length > 0) await collection.bulkWrite(writes, { ordered: false })
      written += writes.length
    }
    if (written === 0) return
  }
  throw new Error(`${collection.collectionName} keep changing while they are cleared`)
}

function updateOf(
  name: string,
  document: Stored,
  { keeps = () => false, marks = () => ({}) }: Clearing,
): mongo.AnyBulkWriteOperation<Stored>[] {
  const erased = Object.entries(erasedValues(name, document, { ofStaff: true }))
  const cleared = erased.filter(([path]) => !keeps(document, path))
  const values = { ...Object.fromEntries(cleared), ...marks(document) }
  if (Object.keys(values).length === 0) return []
  if (!hasRevision(document))
    return [{ updateOne: { filter: { _id: document._id }, update: { $set: values } } }]
  // Orders have every task there is; what another document has not is null in both.
  const unchanged = unchangedAsRead(document, orderTasks)
  return [
    {
      updateOne: {
        filter: { _id: document._id, ...unchanged } as Filter,
        update: { $set: values, $inc: { revision: 1 } } as object,
      },
    },
  ]
}

const hasRevision = (document: Stored): document is Stored & Parameters<typeof unchangedAsRead>[0] =>
  'revision' in document && 'due' in document
