import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ClientSession } from 'mongoose'
import { inTransaction } from './mongo.ts'

export type GroupRules<Item, Result> = {
  /** Does one item by itself, in a transaction or a single write of its own: a lone item, or what a group fell apart into. */
  one(item: Item): Promise<Result>
  /**
   * Writes many in the given transaction, which may run again, and does nothing else. Nothing may have been written of
   * an item that gets an Error. It throws when it cannot tell of whom something was written, as when the totals of a
   * bulk write are not what they must be: then nothing was.
   * @returns for each item, in the order given, its result or its own Error
   */
  many(session: ClientSession, items: Item[]): Promise<(Result | Error)[]>
  /** Two items of one key are never in one group. */
  keyOf?(item: Item): string
}

type Entry<Item, Result> = {
  item: Item
  key: unknown
  resolve(result: Result): void
  reject(error: unknown): void
  /** Runs work within its caller's request, which the log names. */
  asCaller<T>(work: () => T): T
}
type Group<Item, Result> = {
  rules: GroupRules<Item, Result>
  entries: Entry<Item, Result>[]
  untilMs: number
}

const groupAtMost = 64
/** How long others wait for what is on its way, and a group tries again: one in it may stand at a lock. */
const patienceMs = 500
const asNobody = AsyncLocalStorage.snapshot()

/**
 * Commits together what comes at the same time. Who comes alone goes alone, and at once; who comes while that is on its
 * way goes with all others who did, first come, first. A group that fails before its commit is halved, down to single
 * items, so that nobody bears another's failure. What fails in the commit may have happened: it is not repeated, and
 * each caller gets the error. This only saves commits: what must not happen twice has an id or a guard of its own.
 * @returns takes one item; gives its result or throws its error
 */
export function groupCommit<Item, Result>(rules: GroupRules<Item, Result>): (item: Item) => Promise<Result> {
  let waiting: Entry<Item, Result>[] = []
  let isBusy = false

  function goOn(): void {
    isBusy = waiting.length > 0
    if (!isBusy) return
    const entries = firstOf(waiting)
    waiting = waiting.filter((entry) => !entries.has(entry))
    const flight = commit({ rules, entries: [...entries], untilMs: performance.now() + patienceMs })
    void Promise.race([flight, sleep(patienceMs, undefined, { ref: false })]).then(goOn)
  }

  return (item) =>
    new Promise((resolve, reject) => {
      const key = rules.keyOf ? rules.keyOf(item) : Symbol('its own')
      waiting.push({ item, key, resolve, reject, asCaller: AsyncLocalStorage.snapshot() })
      if (!isBusy) asNobody(goOn)
    })
}

function firstOf<Entry extends { key: unknown }>(waiting: Entry[]): Set<Entry> {
  const group = new Map<unknown, Entry>()
  for (const entry of waiting) {
    if (!group.has(entry.key)) group.set(entry.key, entry)
    if (group.size === groupAtMost) break
  }
  return new Set(group.values())
}

async function commit<Item, Result>(group: Group<Item, Result>): Promise<void> {
  const [first, ...others] = group.entries
  if (!first || others.length > 0) return together(group)
  await first.asCaller(async () => group.rules.one(first.item)).then(first.resolve, first.reject)
}

async function together<Item, Result>(group: Group<Item, Result>): Promise<void> {
  const { rules, entries, untilMs } = group
  let [tries, isWritten] = [0, false]
  const write = async (session: ClientSession) => {
    ;[tries, isWritten] = [tries + 1, false]
    if (tries > 1 && performance.now() > untilMs) throw new Error('a group stands at a lock')
    const results = await rules.many(
      session,
      entries.map(({ item }) => item),
    )
    if (results.length !== entries.length) throw new Error('a group has other results than items')
    isWritten = true
    return results
  }
  try {
    const results = await inTransaction(write)
    for (const [index, { resolve, reject }] of entries.entries()) {
      const result = results[index] as Result | Error
      if (result instanceof Error) reject(result)
      else resolve(result)
    }
  } catch (error) {
    if (!isWritten) return apart(group)
    for (const { reject } of entries) reject(error)
  }
}

/** Nobody waits for a single item: it may be the one that stands at a lock. */
async function apart<Item, Result>(group: Group<Item, Result>): Promise<void> {
  const { entries, untilMs } = group
  const size = performance.now() > untilMs ? 1 : Math.ceil(entries.length / 2)
  for (let from = 0; from < entries.length; from += size) {
    const part = { ...group, entries: entries.slice(from, from + size) }
    if (part.entries.length === 1) void commit(part)
    else await commit(part)
  }
}
