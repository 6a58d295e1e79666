import { migrations } from '@jhatpat/shared/domain/database/index.ts'
import type { Deps } from '@jhatpat/shared/domain/deps.ts'
import { unfinishedIncidents } from '@jhatpat/shared/domain/incidents/index.ts'
import { listOverdueTasks } from '@jhatpat/shared/domain/maintenance/index.ts'
import { breakerAccount } from '@jhatpat/shared/domain/payments/index.ts'
import { listAccounts } from '@jhatpat/shared/domain/suppliers/index.ts'
import { appVersion } from '@jhatpat/shared/platform/app-version.ts'
import { openUntil } from '@jhatpat/shared/platform/circuit-breaker.ts'
import { migrationStatus } from '@jhatpat/shared/platform/migrations.ts'
import { primariesOf } from '@jhatpat/shared/platform/redis.ts'
import mongoose from 'mongoose'
import * as z from 'zod'
import { defineCommand } from '../kit/command.ts'
import { countQueues, type QueueCounts } from '../kit/queue-counts.ts'
import { section, table } from '../kit/table.ts'
import { waitForRedis } from '../kit/wait-for-redis.ts'

/** What `--json` prints. Null: unknown, as Redis does not answer. */
type Status = {
  version: string
  mongodb: { version: string; replicaSet: string }
  redis: { version: string } | null
  database: 'ready' | 'older' | 'newer'
  queues: QueueCounts[] | null
  overdue: { count: number; oldest: { id: string; task: string; dueAt: string } | null }
  /** Accounts of suppliers and gateways that are not called at present, and until when. */
  breakers: { account: string; until: string }[]
  pausedItems: { account: string; items: number }[]
  incidents: { id: string; state: string; reason: string; startedAt: string }[]
}

export const status = defineCommand({
  name: 'status',
  summary: 'shows the dependencies, queues, overdue tasks, breakers, pauses and incidents',
  example: '',
  parameters: {},
  input: z.strictObject({}),
  run: async (context) => {
    const found = await readStatus(await context.deps())
    return { value: found, text: statusText(found) }
  },
})

async function readStatus(deps: Deps): Promise<Status> {
  const isRedisUp = await waitForRedis(deps.redis)
  const [mongodb, { pending, unknown }, overdue, accounts, open] = await Promise.all([
    readMongo(),
    migrationStatus(migrations),
    listOverdueTasks(deps.clock.now()),
    listAccounts(deps),
    unfinishedIncidents(),
  ])
  const [oldest] = overdue
  return {
    version: appVersion(deps.env),
    mongodb,
    redis: isRedisUp ? await readRedis(deps) : null,
    database: unknown.length > 0 ? 'newer' : pending.length > 0 ? 'older' : 'ready',
    queues: isRedisUp ? await countQueues(deps) : null,
    overdue: {
      count: overdue.length,
      oldest: oldest ? { id: oldest.id, task: oldest.task, dueAt: oldest.dueAt } : null,
    },
    breakers: [
      ...accounts.flatMap(({ account, cooldownUntil }) =>
        cooldownUntil ? [{ account: account as string, until: cooldownUntil }] : [],
      ),
      ...(await gatewayBreakers(deps)),
    ],
    pausedItems: accounts.flatMap(({ account, paused }) =>
      paused.length > 0 ? [{ account, items: paused.length }] : [],
    ),
    incidents: open
      .filter(({ state }) => state !== 'ended')
      .map(({ _id, state, reason, startedAt }) => ({
        id: _id,
        state,
        reason,
        startedAt: startedAt.toISOString(),
      })),
  }
}

async function gatewayBreakers(deps: Deps): Promise<Status['breakers']> {
  const found = await Promise.all(
    deps.gatewayNames.map(async (account) => ({
      account,
      until: await openUntil(deps, breakerAccount(account)),
    })),
  )
  return found.flatMap(({ account, until }) => (until ? [{ account, until: until.toISOString() }] : []))
}

async function readMongo(): Promise<Status['mongodb']> {
  const admin = mongoose.connection.db?.admin()
  const [info, hello] = await Promise.all([admin?.command({ buildInfo: 1 }), admin?.command({ hello: 1 })])
  return { version: String(info?.version ?? ''), replicaSet: String(hello?.setName ?? 'sharded cluster') }
}

async function readRedis({ redis }: Deps): Promise<Status['redis']> {
  const info = await primariesOf(redis)[0]?.info('server')
  return { version: /redis_version:(\S+)/.exec(info ?? '')?.[1] ?? '' }
}

function statusText(found: Status): string {
  const { mongodb, redis, queues, overdue, breakers, pausedItems, incidents } = found
  const databaseText = {
    ready: '',
    older: ' The database is not migrated.',
    newer: ' A newer version prepared the database.',
  }
  const counts = (queues ?? []).map((one) => [
    one.queue,
    one.active,
    one.waiting,
    one.delayed,
    one.failed,
    one.isPaused ? 'PAUSED' : '',
  ])
  return [
    `Jhatpat ${found.version}.${databaseText[found.database]}`,
    `MongoDB ${mongodb.version}, ${mongodb.replicaSet}`,
    redis ? `Redis ${redis.version}` : 'Redis does not answer: orders are accepted, and slower.',
    '',
    queues ? `${table(['queue', 'active', 'waiting', 'delayed', 'failed', ''], counts)}\n` : '',
    overdue.oldest
      ? `Overdue tasks: ${overdue.count}, the oldest ${overdue.oldest.task} of ${overdue.oldest.id} since ${overdue.oldest.dueAt}`
      : 'Overdue tasks: none',
    section(
      'Not called at present',
      breakers.map(({ account, until }) => `${account} until ${until}`),
    ),
    section(
      'Items paused by a low balance',
      pausedItems.map(({ account, items }) => `${account}: ${items}`),
    ),
    section(
      'Open incidents',
      incidents.map(({ id, state, reason, startedAt }) => `${id}  ${state} since ${startedAt}: ${reason}`),
    ),
  ]
    .filter((line, index) => line !== '' || index === 3)
    .join('\n')
}
