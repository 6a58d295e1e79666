import { type Asked, inGroups } from './in-groups.ts'

/**
 * Reads at once what is asked for at the same time. Nothing is kept: whoever asks while a read is on its way gets the
 * next, so that no answer is older than its question. Whoever asks for the same gets the same object, which is not to
 * be changed.
 * @param read finds many by their keys, each once; what is not there it leaves out
 * @returns finds one, or undefined; throws what reading it alone throws
 */
export function readTogether<Key, Value>(
  read: (keys: Key[]) => Promise<ReadonlyMap<Key, Value>>,
): (key: Key) => Promise<Value | undefined> {
  const readAll = async (group: Asked<Key, Value | undefined>[]) => {
    const found = await read([...new Set(group.map(({ item }) => item))])
    for (const { item, resolve } of group) resolve(found.get(item))
  }
  return inGroups(async (group) => {
    const failed = await readAll(group).then(
      () => [],
      () => group,
    )
    // One key that cannot be asked for must not fail the others.
    await Promise.all(failed.map((one) => readAll([one]).catch(one.reject)))
  })
}
