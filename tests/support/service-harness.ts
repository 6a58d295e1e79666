import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type IUser, openSession } from '@jhatpat/shared/domain/accounts/index.ts'
import { systemClock } from '@jhatpat/shared/platform/clock.ts'
import { type Env, envSchema } from '@jhatpat/shared/platform/env.ts'
import { createLogger, type Logger } from '@jhatpat/shared/platform/logger.ts'
import { connectMongo, disconnectMongo } from '@jhatpat/shared/platform/mongo.ts'
import { connectRedis, pingRedis } from '@jhatpat/shared/platform/redis.ts'
import type { DestinationStream } from 'pino'
import { inject } from 'vitest'
import type { ApiDeps } from '../../api/src/realtime/api-deps.ts'
import { type RunningApi, startApi } from '../../api/src/start-api.ts'
import { type Simulators, simulatorKeys, startSimulators } from '../simulators/start-simulators.ts'
import {
  accessLeftOpen,
  ordersWrittenElsewhere,
  startProfile,
  stopProfile,
  unservedQueries,
  writesNotById,
} from './mongo-profile.ts'
import { type Person, personOf } from './person.ts'
import { keepQueuesInTime } from './queue-time.ts'
import { removeRedisKeys } from './redis-keys-of.ts'
import { createTestClock, type TestClock } from './test-clock.ts'
import { acquireDatabase, migrateDatabase, releaseDatabase } from './test-database.ts'
import { unfitOrders } from './unfit-orders.ts'
import { type Workers, workersOf } from './workers-of.ts'

export type Service = {
  /** The first api process. */
  url: string
  env: Env
  deps: ApiDeps
  clock: TestClock
  simulators: Simulators
  /** A client without a session. */
  guest: Person
  /**
   * Creates a session for a user: typed calls, raw requests, sockets. `api` selects the process (0 is the
   * first).
   */
  as(user: IUser, api?: number): Promise<Person>
  withToken(token: string): Person
  /** Another api process on the same database and Redis. Returns its number for `as`. */
  startAnotherApi(): Promise<number>
  /** Workers in addition to those of the service; their queues follow the test’s clock as well. */
  startAnotherWorkers(): Promise<Workers>
  /**
   * @throws when meanwhile a query was made that no index serves, or a write that does not select by `_id`
   * or bypasses `changeOrder` or `revokeSessions`, or when an order does not match its schema
   */
  stop(): Promise<void>
}

export type ServiceOptions = {
  /** Settings that differ from the tests' own. */
  env?: Record<string, string>
  /** Runs the queues' workers in this process too. */
  workers?: boolean
  /** The destination of all logs, at every level; by default there is none. */
  logTo?: DestinationStream
}

/**
 * The whole service in this process: api on a free port, simulators of all vendors, and, if requested, the
 * workers; with its own database and queue prefix, which `stop` removes.
 */
export async function startService(options: ServiceOptions = {}): Promise<Service> {
  const name = `test-${randomBytes(6).toString('hex')}`
  const dataDir = await mkdtemp(join(tmpdir(), 'jhatpat-simulators-'))
  const clock = createTestClock()
  const simulators = await startSimulators({
    port: 0,
    dataDir,
    appUrl: '',
    keys: simulatorKeys,
    now: clock.now,
  })
  const env = testEnv(name, { ...simulators.env, ...options.env })
  const { logTo } = options
  const log = logTo ? createLogger('test', 'trace', logTo) : createLogger('test', env.LOG_LEVEL)
  // Files share a process: a file whose set-up failed may have left its connection open.
  await disconnectMongo()
  await connectMongo(env.MONGODB_URI, log)
  await migrateDatabase()
  await startProfile()
  const apis = [await startApi({ env, log, clock, vendorClock: systemClock })]
  const { deps, port } = apis[0] as RunningApi
  simulators.setAppUrl(`http://127.0.0.1:${port}`)
  const workers = options.workers ? [await workersOf(deps), keepQueuesInTime(deps)] : []
  const people: Person[] = []

  const personAt = (api: RunningApi | undefined, token?: string) => {
    if (!api) throw new Error('there is no such api process')
    const person = personOf(`http://127.0.0.1:${api.port}`, token)
    people.push(person)
    return person
  }
  return {
    url: `http://127.0.0.1:${port}`,
    env,
    deps,
    clock,
    simulators,
    guest: personAt(apis[0]),
    as: async (user, api = 0) => {
      return personAt(apis[api], (await openSession(user, clock.now())).token)
    },
    withToken: (token) => personAt(apis[0], token),
    startAnotherApi: async () => apis.push(await startApi({ env, log, clock, vendorClock: systemClock })) - 1,
    startAnotherWorkers: async () => {
      const more = await workersOf(deps)
      const inTime = keepQueuesInTime(deps)
      workers.push(more, inTime)
      return { stop: () => Promise.all([inTime.stop(), more.stop()]).then(() => undefined) }
    },
    stop: async () => {
      for (const person of people) person.close()
      await Promise.all(workers.map((running) => running.stop()))
      await Promise.all(apis.map((api) => api.stop()))
      await simulators.stop()
      const unserved = await unservedQueries()
      const unnamed = await writesNotById()
      const elsewhere = await ordersWrittenElsewhere()
      const leftOpen = await accessLeftOpen()
      const unfit = await unfitOrders()
      await removeTraces(env, log)
      await rm(dataDir, { recursive: true, force: true })
      if (unserved.length > 0) throw new Error(`no index serves these queries:\n${unserved.join('\n')}`)
      if (unnamed.length > 0) throw new Error(`these writes are not by _id:\n${unnamed.join('\n')}`)
      if (elsewhere.length > 0) throw new Error(`orders are changed by changeOrder:\n${elsewhere.join('\n')}`)
      if (unfit.length > 0) throw new Error(`orders are not as their schema says:\n${unfit.join('\n')}`)
      if (leftOpen.length > 0) throw new Error(`sessions outlive a change:\n${leftOpen.join('\n')}`)
    },
  }
}

/** Short intervals where customers would wait, no logs. */
function testEnv(name: string, more: Record<string, string>): Env {
  return envSchema.parse({
    NODE_ENV: 'test',
    LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? 'silent',
    PORT: '0',
    MONGODB_URI: inject('mongodbUri').replace(/^([a-z+]+:\/\/[^/?]+)(\/[^?]*)?/, `$1/${acquireDatabase()}`),
    REDIS_URL: inject('redisUrl'),
    QUEUE_PREFIX: name,
    SECRET_KEY: randomBytes(32).toString('base64'),
    PAYMENT_POLL_MS: '200,400,800',
    PAYMENT_CHECK_GAP_MS: '100',
    // Tests poll faster than people; the rate limits have their own tests.
    LIMIT_PER_CALLER: '100000',
    ORDERS_AT_ONCE: '1000',
    LIMIT_PER_ADDRESS: '100000',
    SMS_GAP_MS: '0',
    ID_CHECKS_PER_SECOND: '100000',
    SMS_CODES_PER_HOUR: '100000',
    SMS_CODES_PER_PREFIX: '100000',
    PROOF_OF_WORK_TRIES: '20',
    SUPPLIER_POLL_MS: '100',
    // A quarter of the time-out, as in production.
    SUPPLIER_LATE_MS: String(Number(more.SUPPLIER_TIMEOUT_MS ?? 60_000) / 4),
    BALANCE_SETTLE_MS: '300',
    SWEEP_INTERVAL_MS: '500',
    // Scheduled balance readings would interfere with the purchases of a test.
    SUPPLIER_BALANCE_INTERVAL_MS: '0',
    // Tests write orders that no rule allows.
    CONTINUOUS_CHECK_MS: '0',
    ...more,
  })
}

async function removeTraces(env: Env, log: Logger): Promise<void> {
  await stopProfile()
  await releaseDatabase()
  await disconnectMongo()
  const redis = connectRedis(env.REDIS_URL, log)
  await pingRedis(redis)
  await removeRedisKeys(redis, env.QUEUE_PREFIX)
  redis.disconnect()
}
