import mongoose from 'mongoose'
import { accessWrittenBy } from './access-writers.ts'
import { nameCallers } from './name-callers.ts'
import { orderWrittenBy } from './order-writers.ts'
import { notById } from './writes-by-id.ts'

/** Collections that grow without limit: reading one of these completely gets slower every day. */
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
  'delivered_codes',
  'approval_requests',
  'push_subscriptions',
  'price_changes',
  'media',
  'customer_notes',
  'purchase_log',
  'account_notifications',
  'email_tokens',
  'otps',
]

/** Files that may read whole collections, and why. */
const mayReadAll: Record<string, string> = {
  'shared/domain/wallet/fold-ledger.ts': 'the nightly check holds every posting against every balance',
  'shared/domain/points/verify-points.ts':
    'the nightly check holds the points of orders against their ledger',
  'shared/domain/wallet/expected-top-up-entries.ts':
    'the nightly check holds every top-up against the ledger',
  'shared/domain/wallet/expected-entries.ts':
    'the nightly check holds every change by an admin against the ledger',
  'shared/domain/orders/queries/expected-postings.ts':
    'the nightly check holds every order against the ledger',
  'shared/domain/maintenance/verification/verify-ledger.ts':
    'the nightly check holds the ledger against all that claims it',
}

/** Queries of tests and their tools are not the product's. */
const isOfTests = (caller: string) => /^(tests|scripts|shared\/testing)\//.test(caller)

const profileBytes = 32 * 1024 * 1024

/** An operation as MongoDB's profiler records it. */
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
 * Makes MongoDB record, in this connection's database, every write, and every operation that scans a
 * collection or sorts in memory. It goes by the plan, so that a collection of one document shows as much as
 * one of a million.
 */
export async function startProfile(): Promise<void> {
  nameCallers()
  const db = database()
  await db.createCollection('system.profile', { capped: true, size: profileBytes })
  const filter = { $or: [{ planSummary: /COLLSCAN/ }, { hasSortStage: true }, ...isWrite] }
  await db.command({ profile: 1, filter })
}

/** Each query of the product that no index serves, by its caller; expected to be empty. */
export async function unservedQueries(): Promise<string[]> {
  const found = await profiled({ $or: [{ planSummary: /COLLSCAN/ }, { hasSortStage: true }] })
  const findings = new Map<string, string>()
  for (const one of found) {
    const caller = one.command.comment ?? ''
    const file = caller.split(':')[0] ?? ''
    if (!growing.includes(collectionOf(one)) || isOfTests(caller) || file in mayReadAll) continue
    if (isCheckFromElsewhere(one)) continue
    const how = [one.planSummary, one.hasSortStage && 'sort in memory'].filter(Boolean).join(', ')
    const sentence = `${caller || 'somebody'} reads ${collectionOf(one)} by ${how}`
    if (!findings.has(sentence)) findings.set(sentence, whatOf(one))
  }
  return [...findings].map(([sentence, what]) => `${sentence}: ${what}`)
}

/** Each update and removal of the product that does not select its documents by `_id`, by its caller. */
export async function writesNotById(): Promise<string[]> {
  const findings = (await productWrites()).flatMap((one) => {
    const wrong = notById(one)
    return wrong ? [`${one.command.comment ?? 'somebody'} writes ${wrong}`] : []
  })
  return [...new Set(findings)]
}

/** Each write of an order's status or revision from elsewhere than its writer, by its caller. */
export async function ordersWrittenElsewhere(): Promise<string[]> {
  const findings = (await productWrites()).map((one) => orderWrittenBy(one.command.comment ?? '', one))
  return [...new Set(findings.filter((one) => one !== undefined))]
}

/** Each change of role or block that leaves sessions open, by its caller. */
export async function accessLeftOpen(): Promise<string[]> {
  const findings = (await productWrites()).map((one) => accessWrittenBy(one.command.comment ?? '', one))
  return [...new Set(findings.filter((one) => one !== undefined))]
}

/** Every update and removal of the product since the start. */
export async function profiledWrites(): Promise<ProfiledWrite[]> {
  return (await productWrites()).map((one) => ({
    caller: one.command.comment ?? '',
    collection: collectionOf(one),
    filter: (one.command.q ?? one.command.query ?? {}) as Record<string, unknown>,
  }))
}

/** Writes without a caller bypass the models: only tests do. */
const productWrites = async () =>
  (await profiled({ $or: isWrite })).filter(({ command }) => command.comment && !isOfTests(command.comment))

/**
 * The ledger check in its own process, whose queries have no caller: the only one that reads a snapshot
 * outside a transaction.
 */
const isCheckFromElsewhere = ({ command }: Profiled) =>
  command.comment === undefined &&
  command.readConcern?.level === 'snapshot' &&
  command.autocommit === undefined

/** Stops recording, and deletes the record. */
export async function stopProfile(): Promise<void> {
  await database().command({ profile: 0 })
  await database().dropCollection('system.profile')
}

const profiled = (filter: object) =>
  database().collection('system.profile').find(filter).toArray() as unknown as Promise<Profiled[]>

const collectionOf = ({ ns }: Profiled) => ns.slice(ns.indexOf('.') + 1)

/** The command, without what the driver adds to each one. */
function whatOf({ command }: Profiled): string {
  const { filter, query, q, pipeline, sort } = command
  return JSON.stringify({ filter: filter ?? query ?? q, pipeline, sort }).slice(0, 600)
}

function database() {
  const { db } = mongoose.connection
  if (!db) throw new Error('there is no connection to MongoDB')
  return db
}
