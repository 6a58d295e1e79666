import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import mongoose from 'mongoose'
import { isDuplicateKey } from './mongo.ts'

/**
 * One step of the database's history. Steps run in the order of `id`, which never changes once a
 * step has run.
 */
export type Migration = { id: string; run(): Promise<void> }

/**
 * The database was made by a state of the code before the first step, which this code cannot read.
 */
export class UnknownDatabaseError extends Error {
  constructor() {
    super(
      'This database was made by an earlier state of the shop, which nothing reads: npm run reset empties it.',
    )
    this.name = 'UnknownDatabaseError'
  }
}

type Marker = { _id: string; at: Date; owner?: string }

/** A process that has not renewed the lock for this long has crashed. */
const lockMs = 60_000

/** MongoDB's time: machines' clocks differ, and the lock must not expire by a wrong one. */
const stampedNow = [{ $set: { at: '$$NOW' } }]

/**
 * Runs the steps that have not run yet, in order, one process at a time; other processes wait until
 * they are done.
 * @returns the ids of the steps that ran now
 * @throws UnknownDatabaseError when there are documents and the first step has never run
 */
export async function migrate(migrations: readonly Migration[]): Promise<string[]> {
  const markers = mongoose.connection.collection<Marker>('migrations')
  const owner = randomUUID()
  await takeLock(owner)
  const renewing = setInterval(() => {
    markers.updateOne({ _id: 'lock', owner }, stampedNow).catch(() => undefined)
  }, lockMs / 4)
  try {
    const done = new Set((await markers.find({ _id: { $ne: 'lock' } }).toArray()).map((marker) => marker._id))
    const steps = [...migrations].sort((a, b) => a.id.localeCompare(b.id))
    if (steps[0] && !done.has(steps[0].id) && !(await isEmpty())) throw new UnknownDatabaseError()
    const ran: string[] = []
    for (const migration of steps) {
      if (done.has(migration.id)) continue
      await migration.run()
      await markers.insertOne({ _id: migration.id, at: new Date() })
      ran.push(migration.id)
    }
    return ran
  } finally {
    clearInterval(renewing)
    await markers.deleteOne({ _id: 'lock', owner })
  }
}

/** An interrupted first start may have left empty collections. */
async function isEmpty(): Promise<boolean> {
  const collections = await mongoose.connection.listCollections()
  const named = collections.map(({ name }) => name)
  const own = named.filter((name) => name !== 'migrations' && !name.startsWith('system.'))
  const counts = await Promise.all(
    own.map((name) => mongoose.connection.collection(name).estimatedDocumentCount()),
  )
  return counts.every((count) => count === 0)
}

async function takeLock(owner: string): Promise<void> {
  const markers = mongoose.connection.collection<Marker>('migrations')
  const isExpired = { $expr: { $lt: ['$at', { $subtract: ['$$NOW', lockMs] }] } }
  const giveUpAt = performance.now() + 2 * lockMs
  while (performance.now() < giveUpAt) {
    try {
      await markers.deleteOne({ _id: 'lock', ...isExpired })
      // When another owner has the lock this inserts, and fails by the duplicate `_id`.
      await markers.updateOne({ _id: 'lock', owner }, stampedNow, { upsert: true })
      return
    } catch (error) {
      if (!isDuplicateKey(error)) throw error
      await sleep(200)
    }
  }
  throw new Error(
    'Another process has held the migration lock for two minutes; if none is running, delete the document "lock" from the collection "migrations".',
  )
}
