import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { reencryptFactors, usersWithDemoPassword } from '@jhatpat/shared/domain/accounts/index.ts'
import { rewrapPersonKeys, usePersonKeys } from '@jhatpat/shared/domain/audit/index.ts'
import { reencryptVaults } from '@jhatpat/shared/domain/orders/index.ts'
import { breakerAccount } from '@jhatpat/shared/domain/payments/index.ts'
import { createPurchaseLog } from '@jhatpat/shared/domain/purchasing/index.ts'
import { followQuietMode, type QuietMode } from '@jhatpat/shared/domain/recovery/index.ts'
import { createVendorCallLog, type VendorCallLog } from '@jhatpat/shared/domain/vendor-calls/index.ts'
import { slowDown } from '@jhatpat/shared/platform/circuit-breaker.ts'
import type { Clock } from '@jhatpat/shared/platform/clock.ts'
import type { Env } from '@jhatpat/shared/platform/env.ts'
import type { Logger } from '@jhatpat/shared/platform/logger.ts'
import { createPolls } from '@jhatpat/shared/platform/polls.ts'
import { productionHosts } from '@jhatpat/shared/platform/provider-addresses.ts'
import { createQueues } from '@jhatpat/shared/platform/queues.ts'
import { checkSubscribing } from '@jhatpat/shared/platform/realtime.ts'
import {
  checkRedis,
  connectRedis,
  connectSubscriberRedis,
  type RedisClient,
} from '@jhatpat/shared/platform/redis.ts'
import { createMailSender } from '@jhatpat/shared/providers/mail/registry.ts'
import { createPaymentGateways } from '@jhatpat/shared/providers/payments/registry.ts'
import { createPushSender } from '@jhatpat/shared/providers/push/registry.ts'
import { createSignInProvider } from '@jhatpat/shared/providers/sign-in/registry.ts'
import { createSmsSender } from '@jhatpat/shared/providers/sms/registry.ts'
import { createSuppliers } from '@jhatpat/shared/providers/suppliers/registry.ts'
import { createApp } from './app.ts'
import { createShutdown, requestsMs, stopListening } from './http/shutdown.ts'
import type { ApiDeps } from './realtime/api-deps.ts'
import { distributeRooms } from './realtime/distributed-rooms.ts'
import { createIo } from './realtime/handle-sockets.ts'

export type RunningApi = {
  port: number
  deps: ApiDeps
  /**
   * Is not ready from now on, and after SHUTDOWN_DELAY_MS closes its port, idle connections and sockets; once running
   * requests have ended, closes queues and Redis; not MongoDB. Takes `maxShutdownMs` at most.
   */
  stop(): Promise<void>
}

type ApiOptions = {
  env: Env
  log: Logger
  clock: Clock
  /** The vendors' clock, for tests that set ours. */
  vendorClock?: Clock
}

/**
 * Starts an api process on `env.HOST` and `env.PORT` (0: a free one). MongoDB must be connected.
 * @throws with a sentence that says what to do when demo users could sign in to a real shop, Redis
 * may evict, or the address cannot be listened on
 */
export async function startApi({ env, log, clock, vendorClock = clock }: ApiOptions): Promise<RunningApi> {
  await refuseDemoUsers(env)
  usePersonKeys(env)
  await reencryptFactors({ env })
  await reencryptVaults(env)
  await rewrapPersonKeys(env)
  const redis = connectRedis(env.REDIS_URL, log)
  const subscriber = connectSubscriberRedis(env.REDIS_URL, log)
  const vendorCalls = createVendorCallLog({ clock, log })
  const quietMode = await followQuietMode(log)
  const deps = createDeps({ quietMode, env, log, clock, vendorClock, redis, subscriber, vendorCalls })
  const shutdown = createShutdown()
  const { app, attachSockets, stop: stopCalls } = createApp(deps, shutdown)
  const server = createServer({ shouldUpgradeCallback: isSocket }, app)
  const sockets = attachSockets(server)
  shutdown.refuseKeepAlive(server)
  const stop = async () => {
    shutdown.begin()
    if (server.listening) {
      await sleep(env.SHUTDOWN_DELAY_MS)
      await stopListening(server)
    }
    stopCalls()
    await quietMode.stop()
    sockets.close()
    deps.rooms.close()
    await Promise.race([closeServer(deps, server), sleep(requestsMs(env), undefined, { ref: false })])
    server.closeAllConnections()
    await vendorCalls.close()
    await deps.purchaseLog.write()
    await deps.queues.close().catch(() => undefined)
    await deps.rooms.sent()
    deps.mail.close()
    redis.disconnect()
    subscriber.disconnect()
  }
  try {
    await checkRedis(redis)
    await checkSubscribing(subscriber, env.QUEUE_PREFIX)
    await listen(server, env)
  } catch (error) {
    // Commands sent while Redis connects would fail unhandled.
    await Promise.race([subscriber.ping().catch(() => undefined), sleep(1_000)])
    await stop()
    throw error
  }
  return { port: (server.address() as AddressInfo).port, deps, stop }
}

type Parts = Required<ApiOptions> & {
  redis: RedisClient
  subscriber: RedisClient
  vendorCalls: VendorCallLog
  quietMode: QuietMode
}

function createDeps({
  quietMode,
  env,
  log,
  clock,
  vendorClock,
  redis,
  subscriber,
  vendorCalls,
}: Parts): ApiDeps {
  const { capture } = vendorCalls
  const onRateLimited = (account: string, ms: number) => slowDown({ redis, env, clock, log }, account, ms)
  const io = createIo({ publicUrl: env.PUBLIC_URL, origins: env.CORS_ORIGINS })
  const rooms = distributeRooms(io, { redis, subscriber, prefix: env.QUEUE_PREFIX, log })
  return {
    env,
    log,
    clock,
    redis,
    io,
    rooms,
    vendorCalls,
    purchaseLog: createPurchaseLog({ clock, log }),
    queues: createQueues({ redis, prefix: env.QUEUE_PREFIX, clock, log }),
    polls: createPolls({ redis, prefix: env.QUEUE_PREFIX }),
    publisher: rooms.publisher,
    ...createPaymentGateways({
      ...env,
      capture,
      onRateLimited: (gateway, ms) => onRateLimited(breakerAccount(gateway), ms),
    }),
    suppliers: createSuppliers({ ...env, clock: vendorClock, capture, onRateLimited }),
    sms: createSmsSender(env),
    mail: createMailSender(env),
    push: createPushSender(env),
    quietMode,
    signInProvider: createSignInProvider(env),
  }
}

function listen(server: Server, { HOST, PORT }: Env): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const sentence = {
        EADDRINUSE: `Port ${PORT} is taken: stop what uses it, or set PORT to another.`,
        EADDRNOTAVAIL: `${HOST} is no address of this machine: set HOST to one, or to 0.0.0.0 for all.`,
      }[error.code ?? '']
      reject(sentence ? new Error(sentence) : error)
    })
    server.listen(PORT, HOST, () => resolve())
  })
}

/**
 * Any other upgrade is served as an ordinary request (RFC 9110, section 7.8): some clients offer HTTP/2 with each
 * request. The sockets' server would end the connection without a reply, and a proxy would count that as a failure of
 * this process.
 */
const isSocket = ({ url = '', headers }: IncomingMessage) =>
  url.startsWith('/socket.io/') && headers.upgrade?.toLowerCase() === 'websocket'

/** `io.close` ends the sockets and closes the server, which waits for running requests. */
async function closeServer({ io }: ApiDeps, server: Server): Promise<void> {
  server.closeIdleConnections()
  await io.close().catch(() => undefined)
}

/**
 * Refuses to start a shop with an admin whose password is public: in production, and wherever a
 * provider is real. MongoDB must be connected.
 * @throws with a sentence that names the accounts and says what to do
 */
async function refuseDemoUsers(env: Env): Promise<void> {
  const real = productionHosts(env)
  if (env.NODE_ENV !== 'production' && real.length === 0) return
  const emails = await usersWithDemoPassword()
  if (emails.length === 0) return
  const reason = env.NODE_ENV === 'production' ? 'NODE_ENV is production' : `${real.join(', ')} are real`
  throw new Error(
    `The database is a demo's, and ${reason}: ${emails.join(', ')} can sign in with a password that everyone knows, and its wallets hold play money. Set MONGODB_URI (or, for npm start, DATA_DIR) to a database that never was a demo's.`,
  )
}
