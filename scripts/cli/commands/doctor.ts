import { migrations } from '@jhatpat/shared/domain/database/index.ts'
import type { Deps } from '@jhatpat/shared/domain/deps.ts'
import {
  ledgerVerification,
  listOverdueTasks,
  verificationOverdueMs,
} from '@jhatpat/shared/domain/maintenance/index.ts'
import {
  backupOverdueMs,
  backupRun,
  readQuietMode,
  tailOverdueMs,
  tailRun,
} from '@jhatpat/shared/domain/recovery/index.ts'
import { listAccounts } from '@jhatpat/shared/domain/suppliers/index.ts'
import { parseEnv } from '@jhatpat/shared/platform/env.ts'
import { msSinceSuccess } from '@jhatpat/shared/platform/job-runs.ts'
import { migrationStatus } from '@jhatpat/shared/platform/migrations.ts'
import { checkRedis, primariesOf } from '@jhatpat/shared/platform/redis.ts'
import { startupAdvice } from '@jhatpat/shared/platform/start-failure-message.ts'
import mongoose from 'mongoose'
import * as z from 'zod'
import { type CliContext, defineCommand } from '../kit/command.ts'
import { countQueues } from '../kit/queue-counts.ts'
import { table } from '../kit/table.ts'
import { waitForRedis } from '../kit/wait-for-redis.ts'

/** One thing that was looked at. `advice` says what is wrong and what to do; '' when it is in order. */
type Finding = { check: string; state: 'ok' | 'warning' | 'fault'; advice: string }

export const doctor = defineCommand({
  name: 'doctor',
  summary:
    'checks settings, databases, clocks, tasks, ledger and balances, with advice; exits with 1 on a fault',
  example: '',
  parameters: {},
  input: z.strictObject({}),
  run: async (context) => {
    const findings = await examine(context)
    const rows = findings.map(({ check, state, advice }) => [state.toUpperCase(), check, advice])
    return {
      value: findings,
      text: table(['', 'check', 'advice'], rows),
      exitCode: findings.some(({ state }) => state === 'fault') ? 1 : 0,
    }
  },
})

/** Stops at what the rest depends on: without settings or a database nothing else can be checked. */
async function examine(context: CliContext): Promise<Finding[]> {
  const { problems = [] } = parseEnv(context.settings)
  if (problems.length > 0) return problems.map((problem) => fault('settings', problem))
  const database = await context.database().catch((error: Error) => error)
  if (database instanceof Error) return [ok('settings'), fault('MongoDB', database.message)]
  const deps = await context.deps()
  return [
    ok('settings'),
    ok('MongoDB is a replica set'),
    await checkTransactionLimit(),
    await checkMigrations(),
    checkClock(deps),
    ...(await checkQueueServer(deps)),
    await checkTasks(deps),
    await checkLedger(deps),
    await checkBackup(deps),
    ...(await checkTail(deps)),
    await checkQuietMode(),
    ...(await checkBalances(deps)),
  ]
}

const ok = (check: string): Finding => ({ check, state: 'ok', advice: '' })
const warning = (check: string, advice: string): Finding => ({ check, state: 'warning', advice })
const fault = (check: string, advice: string): Finding => ({ check, state: 'fault', advice })

async function checkTransactionLimit(): Promise<Finding> {
  const check = 'abandoned transactions end soon'
  const parameter = 'transactionLifetimeLimitSeconds'
  const reply = await mongoose.connection.db
    ?.admin()
    .command({ getParameter: 1, [parameter]: 1 })
    .catch(() => undefined)
  const seconds = Number(reply?.[parameter] ?? 0)
  if (seconds <= 10) return ok(check)
  return warning(
    check,
    `MongoDB keeps a killed process’s transactions for ${seconds} s: start it with --setParameter ${parameter}=5.`,
  )
}

async function checkMigrations(): Promise<Finding> {
  const check = 'the database fits this version'
  const { pending, contracting, unknown } = await migrationStatus(migrations)
  if (unknown.length > 0)
    return fault(check, `A newer version prepared it (${unknown.join(', ')}): start that version.`)
  if (pending.length === 0 && contracting.length > 0)
    return warning(
      check,
      `${contracting.join(', ')} waits: when no process of an earlier version runs and none will return, run node scripts/prepare-database.ts --contract.`,
    )
  if (pending.length === 0) return ok(check)
  return fault(check, `${pending.join(', ')} has not run: run node scripts/prepare-database.ts.`)
}

/** Processes follow MongoDB's clock, but vendors sign with this machine's. */
const maxSkewMs = 5_000

function checkClock({ clock }: Deps): Finding {
  const check = 'this machine’s clock'
  const skewMs = Date.now() - clock.now().getTime()
  if (Math.abs(skewMs) <= maxSkewMs) return ok(check)
  const direction = skewMs > 0 ? 'ahead of' : 'behind'
  return warning(
    check,
    `It is ${Math.round(Math.abs(skewMs) / 1000)} s ${direction} MongoDB’s: synchronise both by NTP.`,
  )
}

async function checkQueueServer(deps: Deps): Promise<Finding[]> {
  if (!(await waitForRedis(deps.redis)))
    return [
      fault('Redis', 'It does not answer: start it, or correct REDIS_URL. Orders wait for the sweeper.'),
    ]
  const evicts = await checkRedis(deps.redis).then(
    () => undefined,
    (error: unknown) => startupAdvice(error),
  )
  const persistence = await Promise.all(primariesOf(deps.redis).map((node) => node.info('persistence')))
  const isPersistent = persistence.every((info) => /aof_enabled:1/.test(info))
  const counts = await countQueues(deps)
  const paused = counts.filter(({ isPaused }) => isPaused).map(({ queue }) => queue)
  const failed = counts.filter((one) => one.failed > 0).map((one) => `${one.queue} ${one.failed}`)
  return [
    evicts === undefined ? ok('Redis keeps all keys') : fault('Redis keeps all keys', evicts),
    isPersistent
      ? ok('Redis writes to disk')
      : warning(
          'Redis writes to disk',
          'It has no append-only file: after a restart the sweeper enqueues everything again. Start it with --appendonly yes.',
        ),
    paused.length === 0
      ? ok('no queue is paused')
      : fault('no queue is paused', `${paused.join(', ')}: resume on the queue board.`),
    failed.length === 0
      ? ok('no job has failed')
      : warning('no job has failed', `${failed.join(', ')}: npm run cli -- queue:list QUEUE says why.`),
  ]
}

async function checkTasks({ clock }: Deps): Promise<Finding> {
  const check = 'no task is overdue'
  const overdue = await listOverdueTasks(clock.now())
  const [oldest] = overdue.filter(({ kind }) => kind !== 'check')
  if (!oldest) return ok(check)
  return fault(
    check,
    `${overdue.length} are, the oldest ${oldest.task} of ${oldest.id} since ${oldest.dueAt}: see whether workers run, and npm run cli -- order:show ID.`,
  )
}

async function checkLedger({ clock }: Deps): Promise<Finding> {
  const check = 'the ledger was verified'
  const sinceMs = await msSinceSuccess(ledgerVerification, clock.now())
  if (sinceMs === undefined)
    return warning(check, 'No worker has run yet: it is verified every night, and now by ledger:verify.')
  if (sinceMs <= verificationOverdueMs) return ok(check)
  const hours = Math.floor(sinceMs / 3_600_000)
  return fault(
    check,
    `Not for ${hours} hours: run npm run ledger:verify, and see docs/runbooks/ledger-differs.md.`,
  )
}

async function checkBackup({ clock, env }: Deps): Promise<Finding> {
  const check = 'a backup was made'
  if (env.BACKUP_RECIPIENT === '')
    return warning(check, 'BACKUP_RECIPIENT is not set: see docs/how-to/back-up-and-restore.md.')
  const sinceMs = await msSinceSuccess(backupRun, clock.now())
  if (sinceMs !== undefined && sinceMs <= backupOverdueMs) return ok(check)
  const when = sinceMs === undefined ? 'Never' : `Not for ${Math.floor(sinceMs / 3_600_000)} hours`
  return warning(check, `${when}: see whether the service backup runs, and run npm run cli -- backup.`)
}

async function checkTail({ clock, env }: Deps): Promise<Finding[]> {
  if (env.BACKUP_RECIPIENT === '') return []
  const check = 'every write since the last backup is saved'
  const sinceMs = await msSinceSuccess(tailRun, clock.now())
  if (sinceMs === undefined) return [warning(check, 'Never: start the service backup, or backup --follow.')]
  if (sinceMs <= tailOverdueMs) return [ok(check)]
  const minutes = Math.floor(sinceMs / 60_000)
  return [
    fault(
      check,
      `Not for ${minutes} minutes: the service backup does not run, or the oplog has lost writes before they were saved. See docs/runbooks/backup-late.md.`,
    ),
  ]
}

async function checkQuietMode(): Promise<Finding> {
  const check = 'the shop is open'
  const quiet = await readQuietMode()
  if (!quiet) return ok(check)
  return warning(
    check,
    quiet.restoration
      ? `It is quiet since it was restored to ${quiet.restoration.restoredTo.toISOString()}: run restore:review, then restore:open.`
      : 'It is quiet because its data were copied from another database: run restore:adopt, restore:review, then restore:open.',
  )
}

async function checkBalances(deps: Deps): Promise<Finding[]> {
  const accounts = await listAccounts(deps)
  return accounts.map(({ account, items, balance, isLow, unresponsiveSince, lastError }) => {
    const check = `balance of ${account}`
    if (unresponsiveSince)
      return fault(check, `It has not answered since ${unresponsiveSince}${lastError && `: ${lastError}`}.`)
    if (isLow) return warning(check, `${balance?.amount ?? 'It'} is low: top it up.`)
    if (!balance && items > 0)
      return warning(check, 'It was never read: npm run cli -- supplier:balance --read.')
    return ok(check)
  })
}
