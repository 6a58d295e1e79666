import mongoose from 'mongoose'
import { accessWrittenBy } from './access-writers.ts'
import { nameCallers } from './name-callers.ts'
import { orderWrittenBy } from './order-writers.ts'
import { notById } from './writes-by-id.ts'

/** What grows without end: reading one of these whole gets slower every day. */
const growing = [
  'orders',
  'wallet_transactions',
  'journal_entries',
  'notifications',
  'sessions',
  'users',
  'unique_names',
  'audit_log',
  'audit_seals',
  'vendor_calls',
  'vaults',
  'approval_requests',
  'push_subscriptions',
  'price_changes',
  'media',
  'customer_notes',
  'purchase_log',
  ...['account_notifications', 'email_tokens', 'otps'],
]

/** Files whose purpose it is to read whole collections, and why that is right. */
const mayReadAll: Record<string, string> = {
  'shared/domain/wallet/fold-books.ts': 'the nightly check holds every posting against every balance',
  'shared/domain/points/verify-points.ts':
    'the nightly check holds the points of orders against their ledger',
  'shared/domain/wallet/expected-top-up-entries.ts':
    'the nightly check holds every top-up against the ledger',
  'shared/domain/wallet/expected-entries.ts':
    'the nightly check holds every change by an admin against the ledger',
  'shared/domain/orders/queries/expected-postings.ts':
    'the nightly check holds every order against the ledger',
  'shared/domain/maintenance/verification/verify-money.ts':
    'the nightly check holds the ledger against all that claims it',
}

/** Tests and their tools look at everything; what they ask is not the product's. */
const isOfTests = (caller: string) => /^(tests|scripts|shared\/testing)\//.test(caller)

const profileBytes = 32 * 1024 * 1024

/** An operation as MongoDB's profiler keeps it. */
type Profiled = {
  op: string
  ns: string
  planSummary?: string
  hasSortStage?: boolean
  docsExamined?: number
  command: Record<string, unknown> & { comment?: string; readConcern?: { level?: string } }
}

/** A write, by the statement's own filter. */
export type ProfiledWrite = { caller: string; collection: string; filter: Record<string, unknown> }

const isWrite = [{ op: { $in: ['update', 'remove'] } }, { 'command.findAndModify': { $exists: true } }]

/**
 * Lets MongoDB keep, in this connection's database, every write, and every operation that scans a collection or sorts
 * in memory: it does so by the plan, so that a collection of one document tells as much as one of a million.
 */
export async function startProfile(): Promise<void> {
  nameCallers()
  const db = database()
  await db.createCollection('system.profile', { capped: true, size: profileBytes })
  const filter = { $or: [{ planSummary: /COLLSCAN/ }, { hasSortStage: true }, ...isWrite] }
  await db.command({ profile: 1, filter })
}

/** Each query of the product that no index served, told by who asked it; empty is well. */
export async function unservedQueries(): Promise<string[]> {
  const found = await profiled({ $or: [{ planSummary: /COLLSCAN/ }, { hasSortStage: true }] })
  const told = new Map<string, string>()
  for (const one of found) {
    const caller = one.command.comment ?? ''
    const file = caller.split(':')[0] ?? ''
    if (!growing.includes(collectionOf(one)) || isOfTests(caller) || file in mayReadAll) continue
    if (isCheckFromElsewhere(one)) continue
    const how = [one.planSummary, one.hasSortStage && 'sort in memory'].filter(Boolean).join(', ')
    const sentence = `${caller || 'somebody'} reads ${collectionOf(one)} by ${how}`
    if (!told.has(sentence)) told.set(sentence, whatOf(one))
  }
  return [...told].map(([sentence, what]) => `${sentence}: ${what}`)
}

/** Each update and removal of the product that does not say by `_id` what it means, told by who makes it. */
export async function writesNotById(): Promise<string[]> {
  const told = (await productWrites()).flatMap((one) => {
    const wrong = notById(one)
    return wrong ? [`${one.command.comment ?? 'somebody'} writes ${wrong}`] : []
  })
  return [...new Set(told)]
}

/** Each status or revision of an order that came from elsewhere than its writer, told by who wrote it. */
export async function ordersWrittenElsewhere(): Promise<string[]> {
  const told = (await productWrites()).map((one) => orderWrittenBy(one.command.comment ?? '', one))
  return [...new Set(told.filter((one) => one !== undefined))]
}

/** Each change of who may do what that leaves sessions open, told by who wrote it. */
export async function accessLeftOpen(): Promise<string[]> {
  const told = (await productWrites()).map((one) => accessWrittenBy(one.command.comment ?? '', one))
  return [...new Set(told.filter((one) => one !== undefined))]
}

/** Every update and removal of the product since the start. */
export async function profiledWrites(): Promise<ProfiledWrite[]> {
  return (await productWrites()).map((one) => ({
    caller: one.command.comment ?? '',
    collection: collectionOf(one),
    filter: (one.command.q ?? one.command.query ?? {}) as Record<string, unknown>,
  }))
}

/** Those that name nobody are past the models: only tests are. */
const productWrites = async () =>
  (await profiled({ $or: isWrite })).filter(({ command }) => command.comment && !isOfTests(command.comment))

/** The check of the money in a process of its own, which names nobody: it alone reads one moment out of a transaction. */
const isCheckFromElsewhere = ({ command }: Profiled) =>
  command.comment === undefined &&
  command.readConcern?.level === 'snapshot' &&
  command.autocommit === undefined

/** Afterwards nothing is kept any more, and the database can be dropped. */
export async function stopProfile(): Promise<void> {
  await database().command({ profile: 0 })
}

const profiled = (filter: object) =>
  database().collection('system.profile').find(filter).toArray() as unknown as Promise<Profiled[]>

const collectionOf = ({ ns }: Profiled) => ns.slice(ns.indexOf('.') + 1)

/** What was asked, without what the driver adds to each command. */
function whatOf({ command }: Profiled): string {
  const { filter, query, q, pipeline, sort } = command
  return JSON.stringify({ filter: filter ?? query ?? q, pipeline, sort }).slice(0, 600)
}

function database() {
  const { db } = mongoose.connection
  if (!db) throw new Error('there is no connection to MongoDB')
  return db
}
