import { Cluster, Redis, SentinelConnector } from 'ioredis'
import type { Logger } from './logger.ts'
import { measure } from './measurements/index.ts'
import { parseRedisAddress, type RedisAddress } from './redis-address.ts'
import { ClusterClient } from './redis-cluster-client.ts'

/**
 * One Redis, the master that Sentinels name, or a cluster: each command goes to the node of its
 * key.
 */
export type RedisClient = Redis | Cluster

const requestTimeoutMs = 2_000

/**
 * For requests, never for blocking commands: fails within about a second when Redis is unavailable,
 * so that callers do not wait. A half-open connection is closed.
 */
export function connectRedis(url: string, log: Logger): RedisClient {
  const redis = connect(parseRedisAddress(url), {
    maxRetriesPerRequest: 1,
    commandTimeout: requestTimeoutMs,
    socketTimeout: 8_000,
  })
  return withErrorLog(redis instanceof Cluster ? withTimeouts(redis) : redis, log)
}

/**
 * For workers: blocks, and waits for Redis to return. A half-open connection is closed after 12 s:
 * BullMQ may block for 10 s on an idle queue, and a shorter limit would cut that off.
 */
export function connectBlockingRedis(url: string, log: Logger): RedisClient {
  return withErrorLog(
    connect(parseRedisAddress(url), { maxRetriesPerRequest: null, socketTimeout: 12_000 }),
    log,
  )
}

/**
 * For subscriptions only, at the cluster node of each channel. A connection that receives nothing,
 * not even the answers to `probeConnection`, is closed and made anew.
 */
export function connectSubscriberRedis(url: string, log: Logger): RedisClient {
  const redis = connect(parseRedisAddress(url), {
    maxRetriesPerRequest: null,
    socketTimeout: 8_000,
    isSubscriber: true,
  })
  return withErrorLog(redis, log)
}

/**
 * Refuses a Redis that may evict queue entries; of a cluster, any primary that may.
 * @throws with a sentence that says what to do
 */
export async function checkRedis(redis: RedisClient): Promise<void> {
  await pingRedis(redis)
  for (const master of primariesOf(redis)) {
    const policy = /maxmemory_policy:(\S+)/.exec(await master.info('memory'))?.[1]
    if (policy && policy !== 'noeviction') {
      throw new Error(
        `Redis may evict queue entries (maxmemory-policy ${policy}): set maxmemory-policy noeviction.`,
      )
    }
  }
}

/** Fails when Redis does not answer, or when a part of a cluster's keys has no primary. */
export async function pingRedis(redis: RedisClient): Promise<void> {
  if (!(redis instanceof Cluster)) return void (await redis.ping())
  const info = String(await redis.cluster('INFO'))
  if (!info.includes('cluster_state:ok')) throw new Error('The Redis cluster is not whole')
}

/** The servers that hold the data, for commands that must reach every key. */
export function primariesOf(redis: RedisClient): Redis[] {
  return redis instanceof Cluster ? redis.nodes('master') : [redis]
}

type ConnectionLimits = {
  maxRetriesPerRequest: number | null
  commandTimeout?: number
  socketTimeout?: number
}

function connect(
  address: RedisAddress,
  { isSubscriber = false, ...limits }: ConnectionLimits & { isSubscriber?: boolean },
): RedisClient {
  const { kind, nodes, isEncrypted, username, password, db } = address
  const common = {
    ...limits,
    ...(username !== undefined && { username }),
    ...(password !== undefined && { password }),
    ...(isEncrypted && { tls: {} }),
  }
  if (kind === 'cluster') {
    const cluster = new ClusterClient(nodes, {
      redisOptions: common,
      shardedSubscribers: isSubscriber,
      ...(limits.maxRetriesPerRequest === null && retryForever),
      // A certificate is issued for the name, so the name must stay.
      ...(isEncrypted && { dnsLookup: keepHostName }),
    })
    // Connects at once, not with the first command for a node: an event that waits for its
    // connection is overtaken by the next.
    cluster.on('+node', (node: Redis) => {
      pipelineWrites(node)
      void node.connect().catch(() => undefined)
    })
    return cluster
  }
  const redis = new Redis({ ...common, db, ...(kind === 'sentinel' ? sentinelOptions(address) : nodes[0]) })
  pipelineWrites(redis)
  return redis
}

/**
 * Commands to a cluster that is down, or that is moving keys, are retried without end, and slowly
 * enough for it to answer.
 */
const retryForever = { maxRedirections: Number.POSITIVE_INFINITY, retryDelayOnMoved: 50 }

const keepHostName = (name: string, answer: (error: null, address: string) => void) => answer(null, name)

function sentinelOptions({
  nodes,
  master = '',
  isEncrypted,
  sentinelUsername,
  sentinelPassword,
}: RedisAddress) {
  return {
    sentinels: nodes,
    name: master,
    enableTLSForSentinelMode: isEncrypted,
    ...(isEncrypted && { sentinelTLS: {} }),
    ...(sentinelUsername && { sentinelUsername }),
    ...(sentinelPassword && { sentinelPassword }),
    // A disconnected master keeps running: the Sentinels name the next one, and it reports READONLY
    // itself once it knows.
    failoverDetector: true,
    Connector: LookupConnector,
    reconnectOnError: (error: Error) => (error.message.startsWith('READONLY') ? (2 as const) : false),
  }
}

/**
 * Unsubscribes from the Sentinels before it asks them for the master, and the new connection
 * subscribes again: ioredis ends a client for good when a failover is announced during the lookup.
 */
class LookupConnector extends SentinelConnector {
  constructor(options: unknown) {
    super(options as ConstructorParameters<typeof SentinelConnector>[0])
  }

  override connect(onError: Parameters<SentinelConnector['connect']>[0]) {
    this.disconnect()
    return super.connect(onError)
  }
}

/**
 * While ioredis searches for a cluster's nodes it queues commands without a limit. Here they fail at
 * once when no node is left, and otherwise time out.
 */
function withTimeouts(cluster: Cluster): Cluster {
  const send = cluster.sendCommand.bind(cluster)
  cluster.sendCommand = (command, ...where) => {
    if (cluster.status === 'reconnecting' || cluster.status === 'close') {
      command.reject(new Error('Connection is closed.'))
      return command.promise
    }
    command.setTimeout(requestTimeoutMs)
    return send(command, ...where)
  }
  return cluster
}

function withErrorLog<Client extends RedisClient>(redis: Client, log: Logger): Client {
  let lastAt = 0
  const warn = (error: Error) => {
    const now = Date.now()
    if (now - lastAt < 5_000) return
    lastAt = now
    log.warn({ err: error.message }, 'redis unavailable')
  }
  redis.on('error', warn)
  redis.on('reconnecting', () => measure('redisReconnect', () => ({})))
  // A single node of a cluster, while others still answer.
  redis.on('node error', warn)
  return redis
}

/**
 * Calls back whenever a subscriber connection has been made: earlier messages may have been missed.
 */
export function onSubscriberConnected(redis: RedisClient, callback: () => void): void {
  redis.on(redis instanceof Cluster ? 'subscribersReady' : 'ready', callback)
}

/**
 * Whether there is a connection. Optional commands are skipped without one, because each would wait
 * several times per request.
 */
export const isConnected = ({ status }: Pick<RedisClient, 'status'>): boolean => status === 'ready'

/** For each connection of `pipelineWrites`. */
const flushes = new WeakMap<object, () => void>()

/**
 * Sends all commands of one event-loop turn with one system call. Under load a turn holds the
 * commands of many requests; a single command waits only for the end of the turn, or for
 * `flushWrites`. Order, answers and time-outs are unchanged.
 */
export function pipelineWrites(redis: Pick<Redis, 'stream' | 'on'>): void {
  redis.on('connect', () => {
    const { stream } = redis
    const write = stream.write
    let isCorked = false
    const uncork = () => {
      if (!isCorked) return
      isCorked = false
      stream.uncork()
    }
    const writeCorked = (...parts: Parameters<typeof write>): boolean => {
      if (!isCorked) {
        isCorked = true
        stream.cork()
        setImmediate(uncork)
      }
      return write.apply(stream, parts)
    }
    stream.write = writeCorked as typeof write
    flushes.set(redis, uncork)
  })
}

/** Sends the commands of this turn now; for one that must not wait until the turn's work is done. */
export function flushWrites(redis: RedisClient): void {
  for (const node of primariesOf(redis)) flushes.get(node)?.()
}
