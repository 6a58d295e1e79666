import { type LedgerFault, verifyHistory, verifyOpenDays } from '@jhatpat/shared/domain/maintenance/index.ts'
import { replayedDaily, replayOrders } from '@jhatpat/shared/domain/orders/index.ts'
import { isSnapshotLost } from '@jhatpat/shared/platform/snapshot.ts'
import * as z from 'zod'
import { CliError } from '../../processes/cli-error.ts'
import { type CliContext, defineCommand } from '../kit/command.ts'
import { Fault } from '../kit/fault.ts'
import { flag } from '../kit/fields.ts'
import { plural } from '../kit/table.ts'
import { faultTable } from '../verification/fault-table.ts'

/**
 * Compares the ledgers with the wallets, orders and top-ups. Closed orders are rebuilt from their history: those of
 * the last weeks, or all with `--full`.
 */
export const ledgerVerify = defineCommand({
  name: 'ledger:verify',
  summary: 'compares the ledger with wallets, orders and top-ups; exits with 1 when they differ',
  example: '--full',
  parameters: {
    '--full': 'read the whole history and every sealed day; an interrupted run is continued',
    '--restart': 'with --full: begin anew instead',
  },
  input: z.strictObject({ full: flag(), restart: flag() }),
  run: async (context, { full, restart }) => {
    if (restart && !full) throw new CliError('--restart goes with --full: only that run is continued.')
    const { name } = await context.database()
    const startedAt = performance.now()
    const { faults, text, counts } = await (full ? verifyAll(context, restart) : verifyRecent()).catch(
      snapshotFault,
    )
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
    const found = faults.length === 0 ? 'no differences' : plural(faults.length, 'difference')
    const summary = `ledger of ${name}: ${text}, ${found}, ${seconds} s`
    return {
      value: { ...counts, faults },
      text: faults.length === 0 ? summary : `${summary}\n\n${faultTable(faults).join('\n')}`,
      exitCode: faults.length === 0 ? 0 : 1,
    }
  },
})

type Result = { text: string; counts: Counted; faults: LedgerFault[] }

async function verifyRecent(): Promise<Result> {
  const { faults, sealedThrough, ...read } = await verifyOpenDays(new Date())
  const replay = await replayOrders({ since: replayedDaily(new Date()), most: 1_000 })
  const since = sealedThrough === undefined ? '' : ` after ${sealedThrough}`
  const counts = { ...read, replayed: replay.orders }
  return { text: countText(counts, since), counts, faults: [...faults, ...replay.faults] }
}

async function verifyAll({ report }: CliContext, isRestart: boolean): Promise<Result> {
  const { faults, sealed, startedAt, ...counts } = await verifyHistory({
    now: new Date(),
    isRestart,
    onProgress: report,
  })
  const days = `${sealed.entries} entries in ${sealed.days} sealed days`
  return {
    text: `${countText(counts)}, ${days}, begun at ${startedAt.toISOString()}`,
    counts,
    faults,
  }
}

type Counted = { entries: number; postings: number; balances: number; replayed: number }

function countText({ entries, postings, balances, replayed }: Counted, since = ''): string {
  return `${postings} postings in ${entries} entries${since}, ${balances} wallets, ${replayed} closed orders folded from their history`
}

function snapshotFault(error: unknown): never {
  if (!isSnapshotLost(error)) throw error
  throw new Fault(
    'MongoDB dropped the state of the database that was being compared, three times in a row; the ledger is not the cause. MongoDB is very busy: set minSnapshotHistoryWindowInSeconds to 300 or more (db.adminCommand({ setParameter: 1, minSnapshotHistoryWindowInSeconds: 300 })) and run the command again.',
  )
}
