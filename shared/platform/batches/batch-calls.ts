import { captureRequest, outsideRequest } from '../request-context.ts'

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

/**
 * How long a batch waits for more calls, in ms: for one step of an order, whose customer waits for all of
 * its steps, and for background work.
 */
export const batchDelays = { step: 5, background: 15 } as const

export type BatchOptions<Item> = {
  keyOf?: ((item: Item) => unknown) | undefined
  /** How long each batch waits for more calls; without it a single call runs at once. */
  batchDelayMs?: number | undefined
}

/**
 * Runs a single call at once, or after its delay. Calls that arrive meanwhile are batched (FIFO, at most
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
    if (waiting.length === 0) return
    const batch = nextBatch(waiting)
    waiting = waiting.filter((one) => !batch.has(one))
    let hasRunNext = false
    const runNextOnce = () => {
      clearTimeout(timer)
      if (!hasRunNext) startNext()
      hasRunNext = true
    }
    const timer = setTimeout(runNextOnce, timeoutMs).unref()
    void work([...batch]).then(runNextOnce)
  }

  function startNext(): void {
    isBusy = waiting.length > 0
    if (isBusy && batchDelayMs !== undefined) setTimeout(runNext, batchDelayMs)
    else runNext()
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, key: keyOf(item), resolve, reject, asCaller: captureRequest() })
      if (!isBusy) outsideRequest(startNext)
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
