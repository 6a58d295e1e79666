import type { Collection } from 'mongoose'
import { timed } from '../slow-queries.ts'
import { type BatchEntry, type BatchOptions, batched } from './batch-calls.ts'

type BatchDelay = Pick<BatchOptions<never>, 'batchDelayMs'>

/**
 * Batches reads that are requested at the same time (DataLoader). Nothing is cached: a request that
 * arrives during a read gets the next one, so no answer is older than its request. Requests for one
 * key share one object, which callers must not change.
 * @param read finds many by their keys, each once; omits missing ones
 * @returns finds one, or undefined; throws what reading it alone throws
 */
export function batchReads<Key, Value>(
  read: (keys: Key[]) => Promise<ReadonlyMap<Key, Value>>,
  options: BatchDelay = {},
): (key: Key) => Promise<Value | undefined> {
  const readAll = async (group: BatchEntry<Key, Value | undefined>[]) => {
    const found = await read([...new Set(group.map(({ item }) => item))])
    for (const { item, resolve } of group) resolve(found.get(item))
  }
  return batched(async (group) => {
    try {
      await readAll(group)
    } catch (error) {
      // One key of an invalid form must not fail the others; in an outage every request fails
      // without a second read.
      const isByKey = error instanceof Error && error.name === 'CastError'
      const again = isByKey ? readAll : () => Promise.reject(error)
      await Promise.all(group.map((one) => again([one]).catch(one.reject)))
    }
  }, options)
}

/**
 * Batches reads of whole documents by `_id`. They are read by the driver as they are stored, without
 * mongoose's query and casting, so an id must be of the type that the schema names.
 */
export function batchReadsById<Doc extends { _id: string | number }>(
  { collection }: { collection: Collection },
  options?: BatchDelay,
): (id: Doc['_id']) => Promise<Doc | undefined> {
  return batchReads(async (ids: Doc['_id'][]) => {
    const filter = { _id: { $in: ids as never[] } }
    const query = { operation: 'find', collection: collection.name, args: { filter } }
    const found = await timed(query, () => collection.find<Doc>(filter).toArray())
    return new Map(found.map((one) => [one._id, one]))
  }, options)
}
