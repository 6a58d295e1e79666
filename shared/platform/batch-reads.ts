import { type BatchEntry, batched } from './batch-calls.ts'

/**
 * Batches reads that are requested at the same time (DataLoader). Nothing is cached: a request that
 * arrives during a read gets the next one, so no answer is older than its request. Requests for one
 * key share one object, which callers must not change.
 * @param read finds many by their keys, each once; omits missing ones
 * @returns finds one, or undefined; throws what reading it alone throws
 */
export function batchReads<Key, Value>(
  read: (keys: Key[]) => Promise<ReadonlyMap<Key, Value>>,
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
  })
}
