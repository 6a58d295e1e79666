import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { freePorts } from '../processes/free-port.ts'
import { type RedisOptions, type RunningRedis, startRedis } from './redis.ts'

export interface RunningRedisCluster extends Pick<RunningRedis, 'url' | 'version' | 'source'> {
  nodes: RunningRedis[]
  stop(graceMs?: number): Promise<void>
}

const nodeCount = 3
const slotCount = 16_384

/**
 * Starts three masters on the loopback address, each with a third of the keys, and waits until the cluster
 * accepts writes. For tests: the folder must be empty, because nodes store each other's ports.
 */
export async function startRedisCluster({
  dataDir,
  ...common
}: Pick<RedisOptions, 'dataDir' | 'log' | 'onSpawn'>): Promise<RunningRedisCluster> {
  const ports = await freePorts(2 * nodeCount)
  const starting = ports.slice(nodeCount).map((clusterPort, index) => {
    const port = ports[index] as number
    return startRedis({ dataDir: join(dataDir, `node-${index}`), port, clusterPort, ...common })
  })
  const settled = await Promise.allSettled(starting)
  const nodes = settled.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
  const stop = async (graceMs?: number) => {
    await Promise.all(nodes.map((node) => node.stop(graceMs)))
  }
  try {
    const [first] = await Promise.all(starting)
    if (!first) throw new Error('no node of the cluster started')
    await formCluster(ports)
    const hosts = nodes.map(({ port }) => `127.0.0.1:${port}`).join(',')
    const { version, source } = first
    return { url: `redis-cluster://${hosts}`, version, source, nodes, stop }
  } catch (error) {
    await stop(0)
    throw error
  }
}

/** @param ports each node's client port, then each node's cluster port */
async function formCluster(ports: number[]): Promise<void> {
  const clients = ports.slice(0, nodeCount).map((port) => new Redis({ host: '127.0.0.1', port }))
  try {
    await Promise.all(clients.map(giveShare))
    const [first, ...others] = clients as [Redis, ...Redis[]]
    for (const index of others.keys()) {
      const [port, clusterPort] = [ports[index + 1], ports[index + 1 + nodeCount]] as [number, number]
      await first.cluster('MEET', '127.0.0.1', port, clusterPort)
    }
    await Promise.all(clients.map((client) => waitUntilWhole(client)))
  } finally {
    for (const client of clients) client.disconnect()
  }
}

/**
 * Assigns the node its slots, and a configuration epoch of its own, by which nodes resolve conflicts over a
 * slot.
 */
async function giveShare(client: Redis, index: number): Promise<void> {
  const startOf = (node: number) => Math.floor((slotCount * node) / nodeCount)
  await client.cluster('SET-CONFIG-EPOCH', index + 1)
  await client.cluster('ADDSLOTSRANGE', startOf(index), startOf(index + 1) - 1)
}

async function waitUntilWhole(client: Redis, timeoutMs = 60_000): Promise<void> {
  const deadline = Date.now() + timeoutMs
  while (Date.now() < deadline) {
    const info = String(await client.cluster('INFO'))
    if (info.includes('cluster_state:ok') && info.includes(`cluster_size:${nodeCount}`)) return
    await sleep(50)
  }
  throw new Error(`the Redis cluster is not whole after ${timeoutMs / 1000} s`)
}
