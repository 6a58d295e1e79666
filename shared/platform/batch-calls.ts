import { captureRequest, outsideRequest } from './request-context.ts'

/** One call of a batch: its item and how to settle its promise. */
export type BatchEntry<Item, Result> = {
  item: Item
  resolve(result: Result): void
  reject(error: unknown): void
  /** Runs work in the context of the caller's request, which the log names. */
  asCaller<T>(work: () => T): T
}

const maxBatchSize = 64
/** How long other calls wait for a running batch, in ms: the batch may be blocked on a lock. */
export const timeoutMs = 500

export type BatchOptions<Item> = {
  keyOf?: ((item: Item) => unknown) | undefined
  /**
   * For calls that are not awaited: how long a single call waits for others, in ms; 0 batches the
   * calls of one event-loop turn.
   */
  batchDelayMs?: number
}

/**
 * Runs a single call at once. Calls that arrive while one is running are batched (FIFO, at most
 * 64). Two items of one key are never in one batch, but may run in parallel when the first takes
 * longer than `timeoutMs`.
 * @param work settles each entry, and resolves when the next batch may start; runs outside any
 * request, never throws
 * @returns takes one item; resolves to what `work` settles it with
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
      waiting.push({ item, key: keyOf(item), resolve, reject, asCaller: captureRequest() })
      if (isBusy) return
      if (batchDelayMs === undefined) return outsideRequest(runNext)
      isBusy = true
      outsideRequest(() => setTimeout(runNext, batchDelayMs))
    })
}

/**
 * Answers single questions in batches.
 * @param work answers in the order of the items, with a value or with an Error for that item alone;
 * when it throws, every item gets its error
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

/** Settles each entry with the answer at its index. */
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
