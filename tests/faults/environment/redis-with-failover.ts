import { join } from 'node:path'
import { hashTag } from '@jhatpat/shared/platform/redis-keys.ts'
import { Redis } from 'ioredis'
import { freePorts } from '../../../scripts/processes/free-port.ts'
import { type RunningRedis, startRedis } from '../../../scripts/services/redis.ts'
import { startRedisCluster } from '../../../scripts/services/redis-cluster.ts'
import { startRedisSentinel } from '../../../scripts/services/redis-sentinel.ts'
import { waitFor } from './wait.ts'

/** A Redis of several servers, of which a primary can be lost. */
export type RedisWithFailover = {
  url: string
  /** Kills the primary; resolves when its replica has taken over. */
  failOver(): Promise<void>
  stop(): Promise<void>
}

/** A primary, a replica, and a Sentinel that notices after 1.5 s that the primary does not answer. */
export async function startSentinelRedis(folder: string): Promise<RedisWithFailover> {
  const { url, primary, replica, stop } = await startRedisSentinel({ dataDir: join(folder, 'sentinel') })
  return {
    url,
    failOver: () => killPrimary(primary, replica),
    stop: () => stop(0),
  }
}

/** Nodes notice after this long that another one does not answer. */
const nodeTimeoutMs = 1_500

/** @param prefix of the queues: the primary that will be lost has the queue of payments */
export async function startClusterRedis(folder: string, prefix: string): Promise<RedisWithFailover> {
  const cluster = await startRedisCluster({ dataDir: join(folder, 'cluster') })
  const nodes = [...cluster.nodes]
  const stop = async () => {
    await Promise.all(nodes.map((node) => node.stop(0)))
  }
  try {
    const primary = await ownerOf(cluster.nodes, hashTag(prefix, 'payments'))
    const [port, clusterPort] = (await freePorts(2)) as [number, number]
    const replica = await startRedis({ dataDir: join(folder, 'cluster', 'replica'), port, clusterPort })
    nodes.push(replica)
    for (const node of nodes) {
      await withClient(node, (client) => client.config('SET', 'cluster-node-timeout', nodeTimeoutMs))
    }
    await replicate(primary, replica)
    return { url: cluster.url, failOver: () => killPrimary(primary, replica), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function withClient<T>({ port }: RunningRedis, use: (client: Redis) => Promise<T>): Promise<T> {
  const client = new Redis({ host: '127.0.0.1', port })
  client.on('error', () => undefined)
  try {
    return await use(client)
  } finally {
    client.disconnect()
  }
}

const nodeId = (node: RunningRedis) =>
  withClient(node, async (client) => String(await client.cluster('MYID')))

async function ownerOf(nodes: readonly RunningRedis[], key: string): Promise<RunningRedis> {
  const [first] = nodes as [RunningRedis]
  const port = await withClient(first, async (client) => {
    const slot = await client.cluster('KEYSLOT', key)
    const ranges = await client.cluster('SLOTS')
    const [, , node] = ranges.find(([from, to]) => from <= slot && slot <= to) ?? []
    return Number(node?.[1])
  })
  const owner = nodes.find((node) => node.port === port)
  if (!owner) throw new Error(`no node has ${key}`)
  return owner
}

async function replicate(primary: RunningRedis, replica: RunningRedis): Promise<void> {
  const id = await nodeId(primary)
  const busPort = await withClient(primary, async (client) => {
    const self = String(await client.cluster('NODES')).match(/:(\d+)@(\d+)\S* myself/)
    return Number(self?.[2])
  })
  await withClient(replica, async (client) => {
    await client.cluster('MEET', '127.0.0.1', primary.port, busPort)
    const isKnown = async () => String(await client.cluster('NODES')).includes(`${id} `)
    await waitFor('the replica knows the primary', isKnown)
    const asReplica = () =>
      client.cluster('REPLICATE', id).then(
        () => true,
        () => false,
      )
    await waitFor('the replica follows the primary', asReplica)
    const isCopy = async () => (await client.info('replication')).includes('master_link_status:up')
    await waitFor('the replica is a copy', isCopy)
  })
  // The other nodes vote for it only once they know it.
  await withClient(primary, async (client) => {
    const isKnown = async () => String(await client.cluster('NODES')).includes(`:${replica.port}@`)
    await waitFor('the primary knows its replica', isKnown)
  })
}

async function killPrimary(primary: RunningRedis, replica: RunningRedis): Promise<void> {
  process.kill(primary.pid, 'SIGKILL')
  await primary.exited
  await withClient(replica, (client) =>
    waitFor('the replica is the primary', async () =>
      (await client.info('replication')).includes('role:master'),
    ),
  )
}
