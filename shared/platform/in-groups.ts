import { AsyncLocalStorage } from 'node:async_hooks'

/** Something asked for, and whoever waits for its end. */
export type Asked<Item, Result> = {
  item: Item
  resolve(result: Result): void
  reject(error: unknown): void
  /** Runs work within its caller's request, which the log names. */
  asCaller<T>(work: () => T): T
}

const groupAtMost = 64
/** How long others wait for what is on its way, in ms: it may stand at a lock. */
export const patienceMs = 500
const asNobody = AsyncLocalStorage.snapshot()

export type Grouping<Item> = {
  keyOf?: ((item: Item) => unknown) | undefined
  /** Where nobody waits for the end: how long who comes alone waits for others, in ms; 0 for those of the same turn. */
  gatherMs?: number
}

/**
 * Who comes alone goes alone, and at once; who comes while that is on its way goes with all others who did, first come,
 * first, 64 at most. Two of one key never go in one group; they may be on their way side by side when the first takes long.
 * @param work settles each that it is given, and ends when the next may go; it runs in nobody's request, and never throws
 * @returns takes one item; gives what `work` settles it with
 */
export function inGroups<Item, Result>(
  work: (group: Asked<Item, Result>[]) => Promise<void>,
  { keyOf = () => Symbol('its own'), gatherMs }: Grouping<Item> = {},
): (item: Item) => Promise<Result> {
  let waiting: (Asked<Item, Result> & { key: unknown })[] = []
  let isBusy = false

  function goOn(): void {
    isBusy = waiting.length > 0
    if (!isBusy) return
    const group = firstOf(waiting)
    waiting = waiting.filter((one) => !group.has(one))
    let hasGoneOn = false
    const goOnOnce = () => {
      clearTimeout(patience)
      if (!hasGoneOn) goOn()
      hasGoneOn = true
    }
    const patience = setTimeout(goOnOnce, patienceMs).unref()
    void work([...group]).then(goOnOnce)
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, key: keyOf(item), resolve, reject, asCaller: AsyncLocalStorage.snapshot() })
      if (isBusy) return
      if (gatherMs === undefined) return asNobody(goOn)
      isBusy = true
      asNobody(() => setTimeout(goOn, gatherMs))
    })
}

/**
 * Lets what is asked one by one be answered together, in groups.
 * @param work answers each in its order, by a value or by an Error for that one alone; when it throws, all have its error
 */
export function together<Item, Result>(
  work: (items: Item[]) => Promise<readonly (Result | Error)[]>,
  grouping: Grouping<Item> = {},
): (item: Item) => Promise<Result> {
  return inGroups<Item, Result>(async (group) => {
    try {
      settle(group, await work(group.map(({ item }) => item)))
    } catch (error) {
      for (const { reject } of group) reject(error)
    }
  }, grouping)
}

/** Gives each of a group its own of the answers, which are in the group's order. */
export function settle<Item, Result>(
  group: readonly Asked<Item, Result>[],
  answers: readonly (Result | Error)[],
): void {
  for (const [index, { resolve, reject }] of group.entries()) {
    const answer = answers[index] as Result | Error
    if (answer instanceof Error) reject(answer)
    else resolve(answer)
  }
}

function firstOf<One extends { key: unknown }>(waiting: One[]): Set<One> {
  const group = new Map<unknown, One>()
  for (const one of waiting) {
    if (!group.has(one.key)) group.set(one.key, one)
    if (group.size === groupAtMost) break
  }
  return new Set(group.values())
}
