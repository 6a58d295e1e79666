import type mongoose from 'mongoose'

type Db = ReturnType<ReturnType<typeof mongoose.connection.getClient>['db']>

export type Index = { name: string; expireAfterSeconds?: unknown }

/** The indexes by which MongoDB deletes expired documents, of a database that is being restored. */
export type Expiries = {
  /** The indexes without their expiry, which is remembered. */
  without(collection: string, indexes: readonly Index[]): Index[]
  /** The index was dropped; `*`: all of the collection. */
  forget(collection: string, name: string): void
  /** Gives the indexes their expiry. */
  switchOn(db: Db): Promise<void>
}

/**
 * Documents that have expired since the backup are deleted only once everything is restored: a change in the tail may
 * need them.
 */
export function createExpiries(): Expiries {
  const seconds = new Map<string, { collection: string; name: string; expireAfterSeconds: unknown }>()
  const keyOf = (collection: string, name: string) => `${collection} ${name}`
  return {
    without: (collection, indexes) =>
      indexes.map(({ expireAfterSeconds, ...index }) => {
        const { name } = index
        if (expireAfterSeconds !== undefined)
          seconds.set(keyOf(collection, name), { collection, name, expireAfterSeconds })
        return index
      }),
    forget: (collection, name) => {
      for (const [key, one] of seconds)
        if (one.collection === collection && (name === '*' || name === one.name)) seconds.delete(key)
    },
    switchOn: async (db) => {
      for (const { collection, name, expireAfterSeconds } of seconds.values())
        await db.command({ collMod: collection, index: { name, expireAfterSeconds } })
    },
  }
}
