import mongoose, { type ClientSession } from 'mongoose'
import type { Logger } from './logger.ts'

mongoose.set('strictQuery', 'throw')
mongoose.set('bufferCommands', false)
// An update is held to the schema like a whole document, so that no wrong word enters by a dotted path: `$set` of a
// field, of a part or of a whole list, and `$push`. It costs no command and far less time than the way to the server.
mongoose.set('runValidators', true)
mongoose.set('autoIndex', false)
mongoose.set('autoCreate', false)

/** How long a command may be without an answer, in ms. */
const maxUnansweredMs = 30_000

/**
 * Connects the process to MongoDB and refuses anything that cannot do transactions.
 * @param socketTimeoutMS 0: whoever brings a large database up to date waits while indexes are built
 * @throws when there is no answer in 10 s or the server is no replica set; the message says what to do.
 */
export async function connectMongo(
  uri: string,
  log: Logger,
  socketTimeoutMS = maxUnansweredMs,
): Promise<void> {
  await mongoose.connect(uri, {
    serverSelectionTimeoutMS: 10_000,
    socketTimeoutMS,
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
  tellNobody()
  tellNobody = tell(log)
}

/** A process that connects anew, as tests do, is told by its newest log alone. */
let tellNobody = () => {}

function tell(log: Logger): () => void {
  const { connection } = mongoose
  const away = () => log.warn('mongodb unavailable')
  const back = () => log.info('mongodb reconnected')
  connection.on('disconnected', away).on('reconnected', back)
  return () => void connection.off('disconnected', away).off('reconnected', back)
}

/** A killed process leaves its transaction open on the server, and whatever it has written in it locked. */
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
  tellNobody()
}

/**
 * How many writes are made of which each stands by itself. Those that its schema cannot cast would otherwise be left out
 * without a word.
 * @throws once all others were written
 */
export const unorderedWrites = { ordered: false, throwOnValidationError: true } as const

/**
 * Runs `work` in one transaction with majority durability; transient conflicts are retried by the driver, so
 * `work` may run more than once and must do nothing but database work on its session.
 */
export async function inTransaction<T>(work: (tx: ClientSession) => Promise<T>): Promise<T> {
  return mongoose.connection.transaction(work, {
    readConcern: { level: 'snapshot' },
    writeConcern: { w: 'majority', journal: true },
  }) as Promise<T>
}

/**
 * Someone wrote a document with the same `_id` first; of many writes, each by itself, no other failed for another reason.
 * @param id only that one
 */
export function isDuplicateKey(error: unknown, id?: string): boolean {
  if (typeof error !== 'object' || error === null || !('code' in error) || error.code !== 11_000) return false
  const { writeErrors = [], mongoose: beside } = error as ManyErrors
  const isOther = [writeErrors].flat().some(({ code }) => code !== 11_000)
  if (isOther || beside?.validationErrors.length) return false
  return id === undefined || duplicateIdOf(error) === id
}

/** What the driver's error of many writes tells of each, and what mongoose puts beside it of those it did not send. */
type ManyErrors = {
  writeErrors?: { code?: unknown } | { code?: unknown }[]
  mongoose?: { validationErrors: unknown[] }
}

/** Some of many writes, each by itself, could not be cast, and have an error in `results`; all others were written. */
export const isValidationFailure = (error: unknown): error is Error & { results: unknown[] } =>
  error instanceof Error && error.name === 'MongooseBulkWriteError'

/**
 * Does what must happen once. A duplicate key means that someone else has done it.
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
