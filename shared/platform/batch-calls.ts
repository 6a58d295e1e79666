import { AsyncLocalStorage } from 'node:async_hooks'

/** Something asked for, and whoever waits for its end. */
export type BatchEntry<Item, Result> = {
  item: Item
  resolve(result: Result): void
  reject(error: unknown): void
  /** Runs work within its caller's request, which the log names. */
  asCaller<T>(work: () => T): T
}

const maxBatchSize = 64
/** How long others wait for what is on its way, in ms: it may stand at a lock. */
export const timeoutMs = 500
const outsideRequest = AsyncLocalStorage.snapshot()

export type BatchOptions<Item> = {
  keyOf?: ((item: Item) => unknown) | undefined
  /** Where nobody waits for the end: how long who comes alone waits for others, in ms; 0 for those of the same turn. */
  batchDelayMs?: number
}

/**
 * Who comes alone goes alone, and at once; who comes while that is on its way goes with all others who did, first come,
 * first, 64 at most. Two of one key never go in one batch; they may be on their way side by side when the first takes long.
 * @param work settles each that it is given, and ends when the next may go; it runs in nobody's request, and never throws
 * @returns takes one item; gives what `work` settles it with
 */
export function batched<Item, Result>(
  work: (batch: BatchEntry<Item, Result>[]) => Promise<void>,
  { keyOf = () => Symbol('unkeyed'), batchDelayMs }: BatchOptions<Item> = {},
): (item: Item) => Promise<Result> {
  let waiting: (BatchEntry<Item, Result> & { key: unknown })[] = []
  let isBusy = false

  function runNext(): void {
    isBusy = waiting.length > 0
    if (!isBusy) return
    const batch = nextBatch(waiting)
    waiting = waiting.filter((one) => !batch.has(one))
    let hasRunNext = false
    const runNextOnce = () => {
      clearTimeout(timer)
      if (!hasRunNext) runNext()
      hasRunNext = true
    }
    const timer = setTimeout(runNextOnce, timeoutMs).unref()
    void work([...batch]).then(runNextOnce)
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, key: keyOf(item), resolve, reject, asCaller: AsyncLocalStorage.snapshot() })
      if (isBusy) return
      if (batchDelayMs === undefined) return outsideRequest(runNext)
      isBusy = true
      outsideRequest(() => setTimeout(runNext, batchDelayMs))
    })
}

/**
 * Lets what is asked one by one be answered together, in groups.
 * @param work answers each in its order, by a value or by an Error for that one alone; when it throws, all have its error
 */
export function batchAnswers<Item, Result>(
  work: (items: Item[]) => Promise<readonly (Result | Error)[]>,
  options: BatchOptions<Item> = {},
): (item: Item) => Promise<Result> {
  return batched<Item, Result>(async (batch) => {
    try {
      settle(batch, await work(batch.map(({ item }) => item)))
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
  }, options)
}

/** Gives each of a batch its own of the answers, which are in the batch's order. */
export function settle<Item, Result>(
  batch: readonly BatchEntry<Item, Result>[],
  answers: readonly (Result | Error)[],
): void {
  for (const [index, { resolve, reject }] of batch.entries()) {
    const answer = answers[index] as Result | Error
    if (answer instanceof Error) reject(answer)
    else resolve(answer)
  }
}

function nextBatch<One extends { key: unknown }>(waiting: One[]): Set<One> {
  const batch = new Map<unknown, One>()
  for (const one of waiting) {
    if (!batch.has(one.key)) batch.set(one.key, one)
    if (batch.size === maxBatchSize) break
  }
  return new Set(batch.values())
}
