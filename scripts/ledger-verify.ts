/**
 * `npm run ledger:verify`: compares the ledgers with the wallets, orders and top-ups, from the last sealed
 * day on. With `--full` it reads the whole history and every sealed day, prints its progress on the error
 * output, and continues an interrupted run; `--restart` begins anew. Closed orders are rebuilt from their
 * history: those of the last weeks, or all with `--full`. Prints what was read, how long it took and a
 * table of differences; exits with code 1 when there are any. Reads MONGODB_URI, else the database of `npm
 * start`.
 */
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type LedgerFault, verifyHistory, verifyOpenDays } from '@jhatpat/shared/domain/maintenance/index.ts'
import { replayedDaily, replayOrders } from '@jhatpat/shared/domain/orders/index.ts'
import { createLogger } from '@jhatpat/shared/platform/logger.ts'
import { connectMongo, disconnectMongo } from '@jhatpat/shared/platform/mongo.ts'
import { isSnapshotLost } from '@jhatpat/shared/platform/snapshot.ts'
import { faultTable } from './ledger/fault-table.ts'
import { findDatabase } from './ledger/find-database.ts'
import { CliError, runMain } from './processes/cli-error.ts'

const dataDir = resolve(import.meta.dirname, '..', '.data')

await runMain(async () => {
  const { values } = parseArgs({
    options: { full: { type: 'boolean', default: false }, restart: { type: 'boolean', default: false } },
  })
  if (values.restart && !values.full)
    throw new CliError('--restart goes with --full: only that run is continued.')
  const database = await findDatabase(dataDir, process.env)
  try {
    await connectMongo(database.uri, createLogger('ledger', 'silent'))
    const startedAt = performance.now()
    const { text, faults } = await (values.full ? full(values.restart) : openDays()).catch(inASentence)
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
    const word = faults.length === 0 ? 'no differences' : differencesText(faults.length)
    console.log(`ledger of ${database.name}: ${text}, ${word}, ${seconds} s`)
    if (faults.length === 0) return
    console.log(`\n${faultTable(faults).join('\n')}`)
    process.exitCode = 1
  } finally {
    await disconnectMongo()
    await database.close()
  }
})

type Result = { text: string; faults: LedgerFault[] }

async function openDays(): Promise<Result> {
  const { faults, sealedThrough, ...counts } = await verifyOpenDays(new Date())
  const replay = await replayOrders({ since: replayedDaily(new Date()), most: 1_000 })
  const since = sealedThrough === undefined ? '' : ` after ${sealedThrough}`
  const text = countText({ ...counts, replayed: replay.orders }, since)
  return { text, faults: [...faults, ...replay.faults] }
}

async function full(isRestart: boolean): Promise<Result> {
  const { faults, sealed, startedAt, ...counts } = await verifyHistory({
    now: new Date(),
    isRestart,
    onProgress: (line) => process.stderr.write(`${line}\n`),
  })
  const days = `${sealed.entries} entries in ${sealed.days} sealed days`
  return { text: `${countText(counts)}, ${days}, begun at ${startedAt.toISOString()}`, faults }
}

type Counted = { entries: number; postings: number; balances: number; replayed: number }

function countText({ entries, postings, balances, replayed }: Counted, since = ''): string {
  return `${postings} postings in ${entries} entries${since}, ${balances} wallets, ${replayed} closed orders folded from their history`
}

function inASentence(error: unknown): never {
  if (!isSnapshotLost(error)) throw error
  throw new CliError(
    'MongoDB dropped the state of the database that was being compared, three times in a row; the ledger is not the cause. MongoDB is very busy: set minSnapshotHistoryWindowInSeconds to 300 or more (db.adminCommand({ setParameter: 1, minSnapshotHistoryWindowInSeconds: 300 })) and run the command again.',
  )
}

function differencesText(count: number): string {
  return count === 1 ? '1 difference' : `${count} differences`
}
