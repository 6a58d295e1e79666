import { type BatchEntry, batched } from './batch-calls.ts'

/**
 * Reads at once what is asked for at the same time. Nothing is kept: whoever asks while a read is on its way gets the
 * next, so that no answer is older than its question. Whoever asks for the same gets the same object, which is not to
 * be changed.
 * @param read finds many by their keys, each once; what is not there it leaves out
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
      // One key that cannot be asked for must not fail the others; when nobody answers, all are told so.
      const isByKey = error instanceof Error && error.name === 'CastError'
      const again = isByKey ? readAll : () => Promise.reject(error)
      await Promise.all(group.map((one) => again([one]).catch(one.reject)))
    }
  })
}
