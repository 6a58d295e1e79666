import type { ClientSession } from 'mongoose'
import { type BatchEntry, batched, settle, timeoutMs } from './batch-calls.ts'
import { inTransaction } from './mongo.ts'

export type BatchRules<Item, Result> = {
  /** Does one item by itself, in a transaction or a single write of its own: a lone item, or what a batch fell apart into. */
  one(item: Item): Promise<Result>
  /**
   * Writes many in the given transaction, which may run again, and does nothing else. Nothing may have been written of
   * an item that gets an Error. It throws when it cannot tell of whom something was written, as when the totals of a
   * bulk write are not what they must be: then nothing was.
   * @returns for each item, in the order given, its result or its own Error
   */
  many(tx: ClientSession, items: Item[]): Promise<(Result | Error)[]>
  /** Two items of one key are never in one batch. */
  keyOf?(item: Item): string
}

type Batch<Item, Result> = {
  rules: BatchRules<Item, Result>
  entries: BatchEntry<Item, Result>[]
  /** Until when it tries again: one in it may stand at a lock. */
  untilMs: number
}

/**
 * Commits together what comes at the same time. Who comes alone goes alone, and at once; who comes while that is on its
 * way goes with all others who did, first come, first. A batch that fails before its commit is halved, down to single
 * items, so that nobody bears another's failure. What fails in the commit may have happened: it is not repeated, and
 * each caller gets the error. This only saves commits: what must not happen twice has an id or a guard of its own.
 * @returns takes one item; gives its result or throws its error
 */
export function groupCommit<Item, Result>(rules: BatchRules<Item, Result>): (item: Item) => Promise<Result> {
  return batched<Item, Result>(
    (entries) => commit({ rules, entries, untilMs: performance.now() + timeoutMs }),
    { keyOf: rules.keyOf },
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
    if (!written) return splitBatch(batch)
    // Who was refused is, whatever became of the others.
    settle(
      entries,
      written.map((result) => (result instanceof Error ? result : (error as Error))),
    )
  }
}

/** Nobody waits for a single item: it may be the one that stands at a lock. */
async function splitBatch<Item, Result>(batch: Batch<Item, Result>): Promise<void> {
  const { entries, untilMs } = batch
  const size = performance.now() > untilMs ? 1 : Math.ceil(entries.length / 2)
  for (let from = 0; from < entries.length; from += size) {
    const half = { ...batch, entries: entries.slice(from, from + size) }
    if (half.entries.length === 1) void commit(half)
    else await commit(half)
  }
}
