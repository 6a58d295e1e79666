import { mkdir, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { migrations } from '@jhatpat/shared/domain/database/index.ts'
import { verifyHistory } from '@jhatpat/shared/domain/maintenance/index.ts'
import { recountOrders } from '@jhatpat/shared/domain/orders/index.ts'
import { systemClock as clock } from '@jhatpat/shared/platform/clock.ts'
import { createLogger } from '@jhatpat/shared/platform/logger.ts'
import { migrate } from '@jhatpat/shared/platform/migrations.ts'
import { connectMongo } from '@jhatpat/shared/platform/mongo.ts'
import mongoose from 'mongoose'
import { CliError } from '../../scripts/processes/cli-error.ts'
import { fillShop } from '../large-dataset/fill-shop.ts'
import { progressBar } from '../large-dataset/progress-bar.ts'
import { startDatabases } from './kit/databases.ts'
import { startHelper } from './kit/helper.ts'
import { interleave } from './kit/paired-runs.ts'
import { linesOf, withoutVerdict } from './kit/rows.ts'
import type { Result, Row, Suite, SuiteOptions } from './kit/suite.ts'
import { listQuestions } from './list-questions.ts'
import type { downloadCsv } from './lists/take-csv.ts'
import type { Question } from './question.ts'

/** Number of rounds of small, large, large, small, and of repetitions of each query in one of them. */
const turns = 2
const runs = 9
/** Queries that warm up what is warm in a running shop. */
const warmUps = 3
/** Differences below this are noise of the machine. */
const noiseMs = 5
const limits = { ratio: 1.3, firstMs: 300, examined: 1.1, csvMb: 120 }

/** In ms, the median of the runs; documents read for each row shown. */
type Answer = {
  ms: number
  rows: number
  examined: number
  sortsInMemory: boolean
  mostMs: number
}

/** Number of orders in the small shop and in the large one. */
const shops = { smoke: [2_000, 4_000], quick: [10_000, 100_000], whole: [10_000, 1_000_000] } as const

/**
 * Every list of the back office and of a customer at 10,000 orders and at 1,000,000, in one run: each in
 * its own database, filled like `seed:large`. With `--data` both stay in that folder for another run;
 * `--verify` verifies the ledger of the large one.
 */
export const lists: Suite = {
  about: 'every list at 1,000,000 orders beside 10,000',
  run: async ({ amount, data, verify }: SuiteOptions): Promise<Result> => {
    const dataDir = await folderFor(data)
    const { mongodbUri, servers, stop } = await startDatabases({
      dataDir,
      cacheGb: 1,
      isKept: data !== undefined,
    })
    try {
      const [few, many] = shops[amount]
      for (const orders of [few, many]) await fill(mongodbUri, orders, verify && orders === many)
      const visits = await interleave(
        turns,
        () => visit(mongodbUri, few),
        () => visit(mongodbUri, many),
      )
      const small = answersOf(visits.map(([one]) => one))
      const large = answersOf(visits.map(([, one]) => one))
      const all = [...large].map(([name, answer]) => judge(name, small.get(name), answer))
      console.table(Object.fromEntries(all.map(({ name, ...row }) => [name, row])))
      const csv = await csvOf(mongodbUri, many)
      console.log(
        `CSV of ${csv.rows} orders: ${csv.seconds} s, ${csv.mb} MB; memory grew by ${csv.grewMb} MB`,
      )
      const rows = rowsOf(all, csv.grewMb)
      // The goals apply to a million orders.
      return {
        rows: amount === 'whole' ? rows : rows.map(withoutVerdict),
        detail: { orders: [few, many], limits, lists: all, csv, servers: await servers() },
      }
    } finally {
      await stop()
    }
  },
}

function rowsOf(all: ReturnType<typeof judge>[], grewMb: number): Row[] {
  const slowest = all.toSorted((one, other) => other.ratio - one.ratio)[0]
  if (!all.some(({ rows }) => rows >= 20)) throw new CliError('No list has shown a page of 20 rows.')
  const missed = all.filter(({ well }) => !well)
  return [
    linesOf('P3').max(
      `slowest list beside the small shop, of which less than ${noiseMs} ms count as ${noiseMs}: ${slowest?.name}`,
      slowest?.ratio ?? Number.NaN,
      limits.ratio,
    ),
    linesOf('P3').max(`most read for a row shown, of ${all.length} lists`, mostRead(all), limits.examined),
    ...missed.map(({ name, 'large ms': ms }) => ({
      of: 'P3',
      measure: `${name} misses a limit, ms`,
      value: ms,
      goal: '',
      well: false,
    })),
    linesOf('P3').max('CSV of all orders: memory grew by, MB', grewMb, limits.csvMb),
  ]
}

/**
 * Of the lists that show a page: a search with one result also reads the one that determined the kind of
 * search.
 */
const mostRead = (all: ReturnType<typeof judge>[]) =>
  Math.max(...all.filter(({ rows }) => rows >= 20).map((one) => one['read per row']))

async function folderFor(kept: string | undefined): Promise<string> {
  if (!kept) return mkdtemp(join(tmpdir(), 'jhatpat-bench-'))
  await mkdir(kept, { recursive: true })
  return resolve(kept)
}

/** Written once a database is complete: an interrupted one is created anew. */
const filled = { _id: 'filled' } as object

async function makeShop(orders: number): Promise<void> {
  const notes = mongoose.connection.collection('bench')
  const startedAt = performance.now()
  const isThere = (await notes.countDocuments(filled)) > 0
  if (!isThere) await mongoose.connection.dropDatabase()
  await migrate(migrations)
  if (!isThere) {
    await fillShop(orders, progressBar(orders))
    await notes.insertOne(filled)
  }
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(0)
  console.log(`\n${orders} orders ${isThere ? 'found' : 'made'} in ${seconds} s`)
}

const uriOf = (uri: string, orders: number) => uri.replace('/jhatpat?', `/orders_${orders}?`)

async function goTo(uri: string, orders: number): Promise<void> {
  await mongoose.disconnect()
  await connectMongo(uriOf(uri, orders), createLogger('bench', 'silent'), { socketTimeoutMS: 0 })
}

async function fill(uri: string, orders: number, isVerified: boolean): Promise<void> {
  await goTo(uri, orders)
  await makeShop(orders)
  if (isVerified)
    console.log(`the ledger has ${(await verifyHistory({ now: new Date() })).faults.length} faults`)
  await mongoose.connection.db?.command({ profile: 0 })
  await mongoose.connection.dropCollection('system.profile').catch(() => undefined)
  await mongoose.connection.db?.createCollection('system.profile', { capped: true, size: 16 * 1024 * 1024 })
  await recountOrders({ clock })
  // Pending writes are flushed first: no list of a running shop waits for that.
  await mongoose.connection.getClient().db('admin').command({ fsync: 1 })
}

/** The time of each query, in ms, and its cost. */
type Visit = Map<string, Omit<Answer, 'ms'> & { times: number[] }>

async function visit(uri: string, orders: number): Promise<Visit> {
  await goTo(uri, orders)
  const questions = await listQuestions()
  const times = await timesOf(questions)
  const found: Visit = new Map()
  for (const question of questions) {
    const { name, mostMs = limits.firstMs } = question
    found.set(name, { times: times.get(name)?.slice(warmUps) ?? [], mostMs, ...(await readsOf(question)) })
  }
  return found
}

/** Of all visits of one shop together: a slow minute of the machine is in both shops' times. */
function answersOf(visits: readonly Visit[]): Map<string, Answer> {
  const [first = new Map() as Visit] = visits
  return new Map(
    [...first].map(([name, { times: _own, ...answer }]) => {
      const times = visits.flatMap((one) => one.get(name)?.times ?? [])
      return [name, { ...answer, ms: medianOf(times) }]
    }),
  )
}

async function csvOf(uri: string, orders: number): Promise<Awaited<ReturnType<typeof downloadCsv>>> {
  const helper = await startHelper(join(import.meta.dirname, 'lists/csv-main.ts'))
  try {
    return await helper.ask(uriOf(uri, orders))
  } finally {
    helper.stop()
  }
}

/** Queries alternate: a busy moment of the machine is in one run of each, not in all runs of one. */
async function timesOf(questions: readonly Question[]): Promise<Map<string, number[]>> {
  const times = new Map(questions.map(({ name }): [string, number[]] => [name, []]))
  for (let run = 0; run < runs; run += 1) {
    for (const { name, ask } of questions) {
      const startedAt = performance.now()
      await ask()
      times.get(name)?.push(performance.now() - startedAt)
    }
  }
  return times
}

function medianOf(times: readonly number[]): number {
  const sorted = times.toSorted((one, other) => one - other)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}

/** MongoDB's own figures for one answer. */
async function readsOf({ ask, collection }: Question): Promise<Omit<Answer, 'ms' | 'mostMs'>> {
  const db = mongoose.connection.db
  if (!db) throw new Error('there is no connection to MongoDB')
  const since = new Date()
  await db.command({ profile: 2 })
  const rows = await ask()
  await db.command({ profile: 0 })
  const ran = await db
    .collection('system.profile')
    .find({ ts: { $gte: since }, ns: `${db.databaseName}.${collection}` })
    .toArray()
  const read = ran.reduce((sum, { docsExamined = 0 }) => sum + docsExamined, 0)
  return { rows, examined: rows > 0 ? read / rows : 0, sortsInMemory: ran.some((one) => one.hasSortStage) }
}

/** An answer without rows says nothing about the time of one with rows. */
const hasAnswered = (name: string, answer: Answer | undefined) =>
  (answer?.rows ?? 0) > 0 || name.endsWith('nonsense')

function judge(name: string, small: Answer | undefined, large: Answer) {
  const ratio = large.ms / Math.max(small?.ms ?? 0, noiseMs)
  // A search with one result also reads the one that determined the kind of search.
  const examined = large.rows >= 20 ? large.examined : 1
  const well =
    hasAnswered(name, large) &&
    hasAnswered(name, small) &&
    ratio <= limits.ratio &&
    large.ms < large.mostMs &&
    examined <= limits.examined &&
    !large.sortsInMemory
  return {
    name,
    'small ms': round(small?.ms ?? 0),
    'large ms': round(large.ms),
    ratio: round(ratio),
    rows: large.rows,
    'read per row': round(large.examined),
    well,
  }
}

const round = (value: number) => Math.round(value * 100) / 100
