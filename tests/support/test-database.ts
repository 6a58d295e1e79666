import { randomBytes } from 'node:crypto'
import { migrations } from '@jhatpat/shared/domain/database/index.ts'
import { migrate } from '@jhatpat/shared/platform/migrations.ts'
import mongoose from 'mongoose'
import { inject } from 'vitest'

/** Deleting more documents than this takes longer than creating the database again. */
const maxDocuments = 2_000

/** Empty databases of this process with all collections and indexes: creating them is most of a start. */
const empty: string[] = []

/** The shape of a database right after its migrations. */
let migrated: string | undefined

/** The name of a database that no other service uses; `migrateDatabase` is called next. */
export function acquireDatabase(): string {
  return empty.pop() ?? `${inject('databasePrefix')}-${randomBytes(6).toString('hex')}`
}

/** Creates what the connection's database lacks. */
export async function migrateDatabase(): Promise<void> {
  await migrate(migrations)
  migrated ??= (await readStats()).shape
}

/**
 * Empties the connection's database for the next service. It is dropped instead when it is large, or when a
 * test added or removed collections or indexes.
 */
export async function releaseDatabase(): Promise<void> {
  const { db } = mongoose.connection
  if (!db) throw new Error('there is no connection to MongoDB')
  const { documents, shape } = await readStats()
  if (documents > maxDocuments || shape !== migrated) {
    await db.dropDatabase()
    return
  }
  const collections = await db.listCollections({}, { nameOnly: true }).toArray()
  await Promise.all(collections.map(({ name }) => db.collection(name).deleteMany({})))
  empty.push(db.databaseName)
}

async function readStats(): Promise<{ documents: number; shape: string }> {
  const stats = await mongoose.connection.db?.stats()
  return {
    documents: stats?.objects,
    shape: `${stats?.collections} collections, ${stats?.indexes} indexes`,
  }
}
