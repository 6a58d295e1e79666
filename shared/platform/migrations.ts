import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import mongoose from 'mongoose'
import { isDuplicateKey } from './mongo.ts'

/**
 * One step of the database's history. Steps run in the order of `id`, which never changes once a step has run.
 * `expand`: processes of the previous version work on the result as well, so it runs while they serve. `contract`:
 * they do not, as when a field is removed; it runs when none of them is left. Neither needs the other kind to have run.
 */
export type Migration = { id: string; kind: 'expand' | 'contract'; run(): Promise<void> }

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

/** A newer version of the shop prepared the database in a way that this one cannot work with. */
export class NewerDatabaseError extends Error {
  constructor(unknown: readonly string[]) {
    super(
      `This database was prepared by a newer version of the shop (${unknown.join(', ')}), which this one does not know: start that version.`,
    )
    this.name = 'NewerDatabaseError'
  }
}

/** What `migrationStatus` found, by the ids of the steps. */
export type MigrationStatus = {
  /** The steps that have run, with the time. */
  done: { id: string; at: Date }[]
  /** Those of this version that have not run and that its processes need. */
  pending: string[]
  /** Those of this version that run when no process of an earlier version is left. */
  contracting: string[]
  /** Those that have run, that this version does not know and that its processes cannot work with. */
  unknown: string[]
}

/** Compares the database with the steps of this version. Only reads. */
export async function migrationStatus(migrations: readonly Migration[]): Promise<MigrationStatus> {
  const markers = await readMarkers()
  const missing = inOrder(migrations).filter(({ id }) => !markers.some(({ _id }) => _id === id))
  const idsOf = (kind: Migration['kind']) =>
    missing.filter((migration) => migration.kind === kind).map(({ id }) => id)
  return {
    done: markers.map(({ _id, at }) => ({ id: _id, at })),
    pending: idsOf('expand'),
    contracting: idsOf('contract'),
    unknown: unknownOf(markers, migrations),
  }
}

const inOrder = (migrations: readonly Migration[]) => migrations.toSorted((a, b) => a.id.localeCompare(b.id))

/** An unknown step that only expands is one of the next version, which is being rolled out or was rolled back. */
const unknownOf = (markers: readonly Marker[], migrations: readonly Migration[]) =>
  markers
    .filter(({ _id, kind }) => kind !== 'expand' && !migrations.some(({ id }) => id === _id))
    .map(({ _id }) => _id)

/**
 * For a process that starts: the database must be as this version prepares it.
 * @throws with a sentence that says what to do when it was never prepared, or when it is older or newer
 */
export async function requirePreparedDatabase(migrations: readonly Migration[]): Promise<void> {
  const { done, pending, unknown } = await migrationStatus(migrations)
  const [first] = inOrder(migrations)
  const isEarlier = unknown.length > 0 && first !== undefined && !done.some(({ id }) => id === first.id)
  if (isEarlier) throw new UnknownDatabaseError()
  if (unknown.length > 0) throw new NewerDatabaseError(unknown)
  if (pending.length === 0) return
  const what =
    done.length === 0
      ? 'This database was never prepared'
      : `This database is older than this version of the shop (${pending.join(', ')} has not run)`
  throw new Error(
    `${what}: run node scripts/prepare-database.ts, which docker compose does in the service prepare, and start again.`,
  )
}

type Marker = { _id: string; at: Date; kind?: Migration['kind']; owner?: string }

/** A process that has not renewed the lock for this long has crashed. */
const lockMs = 60_000

/** MongoDB's time: machines' clocks differ, and the lock must not expire by a wrong one. */
const stampedNow = [{ $set: { at: '$$NOW' } }]

/**
 * Runs the steps that have not run yet, in order, one process at a time; other processes wait until they are done.
 * @param contract also those that processes of an earlier version cannot work with; in an empty database they always run
 * @returns the ids of the steps that ran now
 * @throws UnknownDatabaseError when there are documents and the first step has never run; NewerDatabaseError when a
 * contracting step has run that this version does not know
 */
export async function migrate(
  migrations: readonly Migration[],
  { contract = false }: { contract?: boolean } = {},
): Promise<string[]> {
  const markers = mongoose.connection.collection<Marker>('migrations')
  const owner = randomUUID()
  await takeLock(owner)
  const renewing = setInterval(() => {
    markers.updateOne({ _id: 'lock', owner }, stampedNow).catch(() => undefined)
  }, lockMs / 4)
  try {
    const done = await readMarkers()
    const hasRun = ({ id }: Migration) => done.some(({ _id }) => _id === id)
    const steps = inOrder(migrations)
    const isNew = steps[0] !== undefined && !hasRun(steps[0])
    if (isNew && !(await isEmpty())) throw new UnknownDatabaseError()
    const unknown = unknownOf(done, migrations)
    if (unknown.length > 0) throw new NewerDatabaseError(unknown)
    const ran: string[] = []
    for (const migration of steps) {
      const { id, kind } = migration
      if (hasRun(migration) || (kind === 'contract' && !contract && !isNew)) continue
      await migration.run()
      await markers.insertOne({ _id: id, kind, at: new Date() })
      ran.push(id)
    }
    return ran
  } finally {
    clearInterval(renewing)
    await markers.deleteOne({ _id: 'lock', owner })
  }
}

function readMarkers(): Promise<Marker[]> {
  const markers = mongoose.connection.collection<Marker>('migrations')
  return markers
    .find({ _id: { $ne: 'lock' } })
    .sort({ _id: 1 })
    .toArray()
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
