import { setImmediate as endOfTurn } from 'node:timers/promises'
import mongoose from 'mongoose'

/**
 * A repeated read that depends on nothing but the database: it is made again only when something was written since,
 * by any client, and returns the same result until then. It has all that was written before the call. Asking costs a
 * fraction of most reads, and calls of one turn of the event loop ask together.
 * @param read its result must not be changed
 */
export function readAfterWrites<T>(read: () => Promise<T>): () => Promise<T> {
  let last: { writtenAt: string; result: T } | undefined
  return async () => {
    const writtenAt = await lastWrite()
    if (last && last.writtenAt === writtenAt) return last.result
    const result = await read()
    // What was written during the read has a later time, so that it is read again.
    last = writtenAt === undefined ? undefined : { writtenAt, result }
    return result
  }
}

let asking: Promise<string | undefined> | undefined

/**
 * The replica set's last write that reads at `majority` see. It also changes each ten seconds without one.
 * @returns undefined where the server does not know, as a router
 */
export function lastWrite(): Promise<string | undefined> {
  asking ??= endOfTurn().then(() => {
    // A later call does not share this question: something may have been written since it was sent.
    asking = undefined
    return askLastWrite()
  })
  return asking
}

type Hello = { lastWrite?: { majorityOpTime?: { ts: unknown; t: unknown } } }

async function askLastWrite(): Promise<string | undefined> {
  const hello: Hello | undefined = await mongoose.connection.db?.admin().command({ hello: 1 })
  const { ts, t } = hello?.lastWrite?.majorityOpTime ?? {}
  return ts === undefined ? undefined : `${ts} ${t}`
}
