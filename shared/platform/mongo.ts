import mongoose, { type ClientSession } from 'mongoose'
import type { Logger } from './logger.ts'
import { logSlowQueries } from './slow-queries.ts'

mongoose.set('strictQuery', 'throw')
mongoose.set('bufferCommands', false)
// Updates are validated against the schema like whole documents, so that no invalid value enters by
// a dotted path: `$set` of a field, a part or a list, and `$push`. It costs no command and far less
// time than the round trip.
mongoose.set('runValidators', true)
mongoose.set('autoIndex', false)
mongoose.set('autoCreate', false)

/** The name under which MongoDB lists the connections of a shop's processes, for `countShopConnections`. */
export const shopAppName = (uri: string): string => appNameOf(databaseOf(uri))

const appNameOf = (database: string) => `jhatpat shop ${database}`

/** MongoDB's code for a command that the user may not run. */
const unauthorized = 13

/** The database that an address names. */
export const databaseOf = (uri: string): string => /^[a-z+]+:\/\/[^/]+\/([^?]*)/.exec(uri)?.[1] || 'test'

/**
 * How many connections api and workers processes have to a database; undefined when the user may not ask. This process
 * must be connected.
 */
export async function countShopConnections(database: string): Promise<number | undefined> {
  const listed = await mongoose.connection
    .getClient()
    .db('admin')
    .aggregate(
      [
        { $currentOp: { allUsers: true, idleConnections: true } },
        { $match: { appName: appNameOf(database) } },
      ],
      { readConcern: { level: 'local' } },
    )
    .toArray()
    .catch((error: unknown) => {
      if ((error as { code?: number }).code === unauthorized) return undefined
      throw error
    })
  return listed?.length
}

/** The maximal time a command may take, in ms. */
const maxUnansweredMs = 30_000

/**
 * Connects the process to MongoDB and refuses a server without transactions.
 * @param socketTimeoutMS 0: none, for a process that waits while indexes are built
 * @param appName how MongoDB lists the connections; without it as the address says
 * @throws when there is no answer in 10 s or the server is no replica set; the message says what to
 * do
 */
export async function connectMongo(
  uri: string,
  log: Logger,
  { socketTimeoutMS = maxUnansweredMs, appName }: { socketTimeoutMS?: number; appName?: string } = {},
): Promise<void> {
  await mongoose.connect(uri, {
    serverSelectionTimeoutMS: 10_000,
    socketTimeoutMS,
    ...(appName && { appName }),
    maxPoolSize: 40,
    writeConcern: { w: 'majority', journal: true },
    readConcern: { level: 'majority' },
    retryWrites: true,
  })
  const hello = await mongoose.connection.db?.admin().command({ hello: 1 })
  if (!hello?.setName && hello?.msg !== 'isdbgrid') {
    throw new Error(
      'MongoDB must run as a replica set, because money moves in transactions: start it with --replSet and run rs.initiate().',
    )
  }
  await warnOfLongTransactions(log)
  removeListeners()
  removeListeners = logConnection(log)
  endPoolChecks()
}

type PoolOfDriver = {
  minPoolSizeTimer?: NodeJS.Timeout
  totalConnectionCount: number
  currentCheckedOutCount: number
  waitQueueSize: number
}
type ClientOfDriver = { topology?: { s: { servers: Map<string, { pool: PoolOfDriver }> } } }

/**
 * Ends the driver's checks whether a pool has fewer connections than `minPoolSize`, which is 0 here: each wakes the
 * process ten times a second, which is half of what an idle process costs. The driver has no public setting for it.
 */
function endPoolChecks(): void {
  const client = mongoose.connection.getClient()
  const endAll = () => {
    for (const pool of poolsOf(client)) clearTimeout(pool.minPoolSizeTimer)
  }
  endAll()
  // Such as after a failover. The check begins after the event.
  client.on('connectionPoolReady', () => setImmediate(endAll))
}

const poolsOf = (client: unknown): PoolOfDriver[] =>
  [...((client as ClientOfDriver).topology?.s.servers.values() ?? [])].map(({ pool }) => pool)

/** The connections of this process, those in use, and the commands that wait for one. */
export function connectionCounts(): { open: number; inUse: number; waiting: number } {
  const pools = mongoose.connection.readyState === 1 ? poolsOf(mongoose.connection.getClient()) : []
  const sum = (count: keyof Omit<PoolOfDriver, 'minPoolSizeTimer'>) =>
    pools.reduce((all, pool) => all + pool[count], 0)
  return {
    open: sum('totalConnectionCount'),
    inUse: sum('currentCheckedOutCount'),
    waiting: sum('waitQueueSize'),
  }
}

/**
 * Removes the listeners of the previous connection: after reconnecting, as tests do, only the
 * newest log is written.
 */
let removeListeners = () => {}

function logConnection(log: Logger): () => void {
  const { connection } = mongoose
  const away = () => log.warn('mongodb unavailable')
  const back = () => log.info('mongodb reconnected')
  connection.on('disconnected', away).on('reconnected', back)
  const endSlowQueries = logSlowQueries(log)
  return () => {
    connection.off('disconnected', away).off('reconnected', back)
    endSlowQueries()
  }
}

/**
 * A killed process leaves its transaction open on the server, and the documents written in it
 * locked.
 */
async function warnOfLongTransactions(log: Logger): Promise<void> {
  const parameter = 'transactionLifetimeLimitSeconds'
  const reply = await mongoose.connection.db
    ?.admin()
    .command({ getParameter: 1, [parameter]: 1 })
    .catch(() => undefined)
  const seconds = Number(reply?.[parameter] ?? 0)
  if (seconds <= 10) return
  log.warn(
    { seconds },
    `MongoDB keeps a dead process's transactions for ${seconds} s: start it with --setParameter ${parameter}=5.`,
  )
}

export async function disconnectMongo(): Promise<void> {
  await mongoose.disconnect()
  removeListeners()
}

/**
 * Options of independent bulk writes. Without `throwOnValidationError` writes that the schema
 * cannot cast would be dropped silently.
 * @throws once all others were written
 */
export const unorderedWrites = { ordered: false, throwOnValidationError: true } as const

/**
 * Runs `work` in one transaction with majority durability. The driver retries transient conflicts,
 * so `work` may run more than once and must do nothing but database work on its session.
 */
export async function inTransaction<T>(work: (tx: ClientSession) => Promise<T>): Promise<T> {
  return mongoose.connection.transaction(work, {
    readConcern: { level: 'snapshot' },
    writeConcern: { w: 'majority', journal: true },
  }) as Promise<T>
}

/**
 * Whether a write failed because a document with its `_id` exists; of unordered writes, whether
 * none failed for another reason.
 * @param id checks for this `_id` only
 */
export function isDuplicateKey(error: unknown, id?: string): boolean {
  if (typeof error !== 'object' || error === null || !('code' in error) || error.code !== 11_000) return false
  const { writeErrors = [], mongoose: beside } = error as ManyErrors
  const isOther = [writeErrors].flat().some(({ code }) => code !== 11_000)
  if (isOther || beside?.validationErrors.length) return false
  return id === undefined || duplicateIdOf(error) === id
}

/**
 * What the driver's bulk error reports of each write, and what mongoose adds of those that it did
 * not send.
 */
type ManyErrors = {
  writeErrors?: { code?: unknown } | { code?: unknown }[]
  mongoose?: { validationErrors: unknown[] }
}

/**
 * Whether some of many unordered writes could not be cast, each with an error in `results`; all
 * others were written.
 */
export const isValidationFailure = (error: unknown): error is Error & { results: unknown[] } =>
  error instanceof Error && error.name === 'MongooseBulkWriteError'

/**
 * Runs `work` that must take effect once; a duplicate key means that it already has.
 * @returns undefined then
 * @throws everything else that `work` throws
 */
export async function ignoreDuplicate<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    if (isDuplicateKey(error)) return undefined
    throw error
  }
}

/** MongoDB names the key of a single write; of many at once, the driver names the document. */
function duplicateIdOf(error: object): unknown {
  const { keyValue, writeErrors } = error as {
    keyValue?: { _id?: unknown }
    writeErrors?: { err?: { op?: { _id?: unknown } } }[]
  }
  return keyValue?._id ?? writeErrors?.[0]?.err?.op?._id
}
