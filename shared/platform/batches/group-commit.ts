import type { ClientSession } from 'mongoose'
import { inTransaction } from '../mongo.ts'
import { type BatchEntry, batched, settle, timeoutMs } from './batch-calls.ts'

export type BatchRules<Item, Result> = {
  /**
   * Writes one item by itself, in a transaction or a single write: a single call, or what remains
   * of a split batch.
   */
  one(item: Item): Promise<Result>
  /**
   * Writes many items in the given transaction, which may run again, and does nothing else. Nothing
   * may have been written of an item that gets an Error. Throws when it cannot determine which items
   * were written, as when the counts of a bulk write do not match: then the transaction writes
   * nothing. Throws `ItemFailure` when one item makes the transaction fail.
   * @returns for each item, in the order given, its result or its own Error
   */
  many(tx: ClientSession, items: Item[]): Promise<(Result | Error)[]>
  /** Two items of one key are never in one batch. */
  keyOf?(item: Item): string
  /** How long each batch waits for more items; without it a single item is written at once. */
  batchDelayMs?: number
}

/** The transaction of a batch fails because of `item`: it gets `cause`, and the others run again without it. */
export class ItemFailure extends Error {
  readonly item: unknown

  constructor(item: unknown, cause: unknown) {
    super('an item made its batch fail', { cause })
    this.item = item
  }
}

type Batch<Item, Result> = {
  rules: BatchRules<Item, Result>
  entries: BatchEntry<Item, Result>[]
  /** Until when it retries, by `performance.now()`: one of its items may be blocked on a lock. */
  untilMs: number
}

/**
 * Commits concurrent writes together. A single write is committed at once, or after its delay; writes that arrive
 * meanwhile are batched in FIFO order. A batch that fails before its commit is halved, down to
 * single items, so one failure does not affect the rest. A failed commit may have taken effect: it
 * is not repeated, and each caller gets the error. This only saves commits: idempotency needs an id
 * or a guard.
 * @returns takes one item; gives its result or throws its error
 */
export function groupCommit<Item, Result>(rules: BatchRules<Item, Result>): (item: Item) => Promise<Result> {
  return batched<Item, Result>(
    (entries) => commit({ rules, entries, untilMs: performance.now() + timeoutMs }),
    rules,
  )
}

async function commit<Item, Result>(batch: Batch<Item, Result>): Promise<void> {
  const [first, ...others] = batch.entries
  if (!first || others.length > 0) return commitBatch(batch)
  await first.asCaller(async () => batch.rules.one(first.item)).then(first.resolve, first.reject)
}

async function commitBatch<Item, Result>(batch: Batch<Item, Result>): Promise<void> {
  const { rules, entries, untilMs } = batch
  let tries = 0
  let written: (Result | Error)[] | undefined
  const write = async (tx: ClientSession) => {
    ;[tries, written] = [tries + 1, undefined]
    if (tries > 1 && performance.now() > untilMs) throw new Error('batch is blocked on a lock')
    const results = await rules.many(
      tx,
      entries.map(({ item }) => item),
    )
    if (results.length !== entries.length)
      throw new Error('batch has a different number of results than items')
    written = results
    return results
  }
  try {
    settle(entries, await inTransaction(write))
  } catch (error) {
    if (!written) return error instanceof ItemFailure ? commitOthers(batch, error) : splitBatch(batch)
    // An item with its own error keeps it, whatever happened to the commit.
    settle(
      entries,
      written.map((result) => (result instanceof Error ? result : (error as Error))),
    )
  }
}

async function commitOthers<Item, Result>(batch: Batch<Item, Result>, failure: ItemFailure): Promise<void> {
  const entries = batch.entries.filter(({ item }) => item !== failure.item)
  if (entries.length === batch.entries.length) return splitBatch(batch)
  for (const entry of batch.entries) if (entry.item === failure.item) entry.reject(failure.cause)
  await commit({ ...batch, entries })
}

/** Does not await a single item: it may be blocked on a lock. */
async function splitBatch<Item, Result>(batch: Batch<Item, Result>): Promise<void> {
  const { entries, untilMs } = batch
  const size = performance.now() > untilMs ? 1 : Math.ceil(entries.length / 2)
  for (let from = 0; from < entries.length; from += size) {
    const half = { ...batch, entries: entries.slice(from, from + size) }
    if (half.entries.length === 1) void commit(half)
    else await commit(half)
  }
}
