import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { probeConnection } from '@jhatpat/shared/platform/connection-probe.ts'
import { queueNames } from '@jhatpat/shared/platform/job-definition.ts'
import { createLogger } from '@jhatpat/shared/platform/logger.ts'
import { isOutage } from '@jhatpat/shared/platform/outage.ts'
import { createQueues } from '@jhatpat/shared/platform/queues.ts'
import {
  checkRedis,
  connectBlockingRedis,
  connectRedis,
  connectSubscriberRedis,
  pingRedis,
  primariesOf,
  type RedisClient,
} from '@jhatpat/shared/platform/redis.ts'
import { hashTag } from '@jhatpat/shared/platform/redis-keys.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { isAlive } from '../processes/process-alive.ts'
import { type RunningRedis, startRedis } from './redis.ts'
import { type RunningRedisCluster, startRedisCluster } from './redis-cluster.ts'

// The first start of a server on a machine may have to fetch it.
const timeout = 240_000
const log = createLogger('test', 'silent')

let dataDir: string
let cluster: RunningRedisCluster
const clients: RedisClient[] = []
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'cluster-'))
  cluster = await startRedisCluster({ dataDir: join(dataDir, 'all') })
}, timeout)
afterEach(() => {
  for (const client of clients.splice(0)) client.disconnect()
})
afterAll(async () => {
  // The nodes that run now: the last test has replaced the first ones.
  await Promise.all((cluster?.nodes ?? []).map((node) => node.stop(0)))
  await rm(dataDir, { recursive: true, force: true })
})

function client(connect = connectRedis): RedisClient {
  const made = connect(cluster.url, log)
  clients.push(made)
  return made
}

describe('a cluster of three nodes', () => {
  it('spreads keys over all nodes, and keeps keys with the same hash tag together', async () => {
    const redis = client()
    const names = Array.from({ length: 30 }, (_, index) => `line-${index}`)
    await Promise.all(names.map((name) => redis.set(`${hashTag('shop', name)}:a`, name)))
    const sizes = await Promise.all(primariesOf(redis).map((master) => master.dbsize()))
    expect(sizes).toHaveLength(3)
    expect(Math.min(...sizes)).toBeGreaterThan(0)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(30)
    for (const name of names) {
      const group = hashTag('shop', name)
      await redis.multi().set(`${group}:b`, 'b').del(`${group}:a`).exec()
      expect(await redis.mget(`${group}:a`, `${group}:b`)).toEqual([null, 'b'])
    }
  })

  it('is refused when any of its masters may evict', async () => {
    const redis = client()
    await checkRedis(redis)
    const last = primariesOf(redis).at(-1)!
    await last.config('SET', 'maxmemory-policy', 'allkeys-lru')
    await expect(checkRedis(redis)).rejects.toThrow('maxmemory-policy allkeys-lru')
    await last.config('SET', 'maxmemory-policy', 'noeviction')
    await checkRedis(redis)
  })

  it('reads jobs of several queues on different nodes concurrently', async () => {
    const redis = client()
    const queues = createQueues({ redis, prefix: 'bulk', clock: { now: () => new Date() }, log })
    const jobs = queueNames.flatMap((queue) => [
      { job: { queue, name: 'order.fulfil' }, id: `JP-${queue}`, seq: 1, at: new Date() },
      { job: { queue, name: 'order.fulfil' }, id: `JP-${queue}`, seq: 2, at: new Date() },
    ])
    const inTurn = [1, 4, 7, 10, 0, 3, 6, 9, 2, 5, 8, 11].map((index) => jobs[index]!)
    expect(await queues.enqueueAll(jobs.filter(({ seq }) => seq === 1))).toBe(queueNames.length)
    expect(await queues.locateJobs(inTurn)).toEqual(
      inTurn.map(({ seq }) => (seq === 1 ? 'active' : 'missing')),
    )
    expect(await queues.lockForSweep(inTurn.slice(0, 6))).toEqual(Array(6).fill(true))
    expect(await queues.lockForSweep(inTurn)).toEqual(inTurn.map((_job, index) => index >= 6))
    const slots = await Promise.all(
      queueNames.map((name) => redis.cluster('KEYSLOT', queues.all[name].toKey('wait'))),
    )
    expect(new Set(slots).size).toBe(queueNames.length)
    await queues.close()
  })

  it('times out a request while a node hangs, and serves the keys of the other nodes', async () => {
    const redis = client()
    const keys = Array.from({ length: 12 }, (_, index) => `hang-${index}`)
    await Promise.all(keys.map((key) => redis.set(key, key)))
    const hanging = cluster.nodes[1]!
    process.kill(hanging.pid, 'SIGSTOP')
    try {
      const startedAt = performance.now()
      const answers = await Promise.allSettled(keys.map((key) => redis.get(key)))
      expect(performance.now() - startedAt).toBeLessThan(8_000)
      const failed = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []))
      expect(failed.length).toBeGreaterThan(0)
      expect(failed.length).toBeLessThan(keys.length)
      for (const reason of failed) expect(isOutage(reason), String(reason)).toBe(true)
    } finally {
      process.kill(hanging.pid, 'SIGCONT')
    }
    await until(async () => (await Promise.all(keys.map((key) => redis.get(key)))).join() === keys.join())
  })
})

describe('a subscriber connection', () => {
  const channel = `${hashTag('shop', 'events')}:room`

  async function listen() {
    const listener = client(connectSubscriberRedis)
    const received = new Set<string>()
    listener.on('smessage', (_channel: string, text: string) => received.add(text))
    await listener.ssubscribe(channel)
    const stop = probeConnection(listener, `${hashTag('shop', 'events')}:line`)
    const speaker = client()
    const receives = (text: string) =>
      until(async () => {
        await speaker.spublish(channel, text)
        return received.has(text)
      }, 20_000)
    await receives('at first')
    return { receives, stop, speaker }
  }

  it('receives events again when its channels have moved to another node without notice', async () => {
    const { receives, stop, speaker } = await listen()
    await moveSlot(speaker, await speaker.cluster('KEYSLOT', channel))
    await receives('after the move')
    stop()
  }, 60_000)

  it('is replaced when nothing arrives on it any more, though it was never closed', async () => {
    const { receives, stop, speaker } = await listen()
    for (const socket of await listeningSockets(speaker)) socket.pause()
    await receives('on another line')
    stop()
  }, 60_000)
})

/** Moves the slot to the next master. It holds no keys. */
async function moveSlot(redis: RedisClient, slot: number): Promise<void> {
  const masters = primariesOf(redis)
  const ids = await Promise.all(masters.map(async (node) => String(await node.cluster('MYID'))))
  const [[, , owner] = []] = (await redis.cluster('SLOTS')).filter(
    ([from, to]) => Number(from) <= slot && slot <= Number(to),
  )
  const from = ids.indexOf(String((owner as unknown[])[2]))
  const to = (from + 1) % ids.length
  await masters[to]!.cluster('SETSLOT', slot, 'IMPORTING', ids[from]!)
  await masters[from]!.cluster('SETSLOT', slot, 'MIGRATING', ids[to]!)
  for (const index of [to, from, 3 - to - from])
    await masters[index]!.cluster('SETSLOT', slot, 'NODE', ids[to]!)
}

/** This process's sockets of all subscriber connections. */
async function listeningSockets(redis: RedisClient): Promise<Socket[]> {
  const { _getActiveHandles: handles } = process as unknown as { _getActiveHandles(): unknown[] }
  const sockets = handles.call(process) as Socket[]
  const lists = await Promise.all(
    primariesOf(redis).map(async (node) => String(await node.call('CLIENT', 'LIST', 'TYPE', 'pubsub'))),
  )
  const ports = lists.flatMap((list) =>
    [...list.matchAll(/ addr=\S+:(\d+)/g)].map(([, port]) => Number(port)),
  )
  return sockets.filter(({ localPort }) => ports.includes(localPort ?? 0))
}

describe('an unavailable cluster', () => {
  it('connects a client that began while a node was down, once it is back', { timeout: 60_000 }, async () => {
    const request = client()
    const late = client(connectBlockingRedis)
    await late.ping()
    late.disconnect()
    await once(late, 'end')
    const [first, second] = cluster.nodes as [RunningRedis, RunningRedis]
    const masters = primariesOf(request)
    for (const master of masters) await master.config('SET', 'cluster-node-timeout', 1_000)
    const places = await Promise.all(masters.map((node) => busPortOf(node)))
    process.kill(first.pid, 'SIGKILL')
    await first.exited
    const isDown = async () => {
      const other = masters.find(({ options }) => options.port === second.port)
      return String(await other?.cluster('INFO')).includes('cluster_state:fail')
    }
    await until(isDown)
    const connecting = late.connect()
    // Its check whether the cluster is whole has failed.
    await once(late, 'reconnecting')
    const clusterPort = places.find(({ port }) => port === first.port)?.busPort ?? 0
    const folder = join(dataDir, 'all', 'node-0')
    cluster.nodes[0] = await startRedis({ dataDir: folder, port: first.port, clusterPort })
    await connecting
    expect(late.status).toBe('ready')
  })

  it('times out requests, keeps blocking calls waiting, and both continue when it is available again', {
    timeout,
  }, async () => {
    const request = client()
    const blocking = client(connectBlockingRedis)
    const ending = client(connectBlockingRedis)
    await request.set('kept', 'yes')
    await blocking.ping()
    await ending.ping()
    const places = cluster.nodes.map(({ port }, index) => ({
      port,
      dataDir: join(dataDir, 'all', `node-${index}`),
    }))
    const clusterPorts = await Promise.all(primariesOf(request).map((node) => busPortOf(node)))
    for (const node of cluster.nodes) process.kill(node.pid, 'SIGKILL')
    await Promise.all(cluster.nodes.map((node) => node.exited))
    expect(cluster.nodes.filter(({ pid }) => isAlive(pid))).toEqual([])
    await until(async () => ending.status === 'reconnecting')
    ending.disconnect()
    await once(ending, 'end')

    for (let again = 0; again < 3; again += 1) {
      const startedAt = performance.now()
      const refusal = await request.get('kept').catch((error: unknown) => error)
      expect(performance.now() - startedAt).toBeLessThan(8_000)
      expect(isOutage(refusal), String(refusal)).toBe(true)
    }
    await expect(pingRedis(request)).rejects.toThrow()
    const waiting = blocking.get('kept')

    const busPort = (port: number) => clusterPorts.find((known) => known.port === port)!.busPort
    cluster.nodes = await Promise.all(
      places.map(({ port, dataDir: folder }) =>
        startRedis({ dataDir: folder, port, clusterPort: busPort(port) }),
      ),
    )
    expect(await waiting).toBe('yes')
    await until(() => pingRedis(request).then(() => true))
    await until(async () => (await request.get('kept')) === 'yes')
  })
})

async function busPortOf(node: ReturnType<typeof primariesOf>[number]) {
  const [, port, busPort] = /:(\d+)@(\d+)\S* myself/.exec(String(await node.cluster('NODES'))) ?? []
  return { port: Number(port), busPort: Number(busPort) }
}

async function until(isSo: () => Promise<boolean>, limitMs = 60_000): Promise<void> {
  const deadline = Date.now() + limitMs
  while (!(await isSo().catch(() => false))) {
    if (Date.now() > deadline) throw new Error(`still not so after ${limitMs} ms`)
    await sleep(50)
  }
}
