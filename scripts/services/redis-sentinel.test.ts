import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createLogger } from '@jhatpat/shared/platform/logger.ts'
import {
  checkRedis,
  connectBlockingRedis,
  connectRedis,
  type RedisClient,
} from '@jhatpat/shared/platform/redis.ts'
import { Redis } from 'ioredis'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { freePort } from '../processes/free-port.ts'
import { type Running, spawnGroup } from '../processes/process-group.ts'
import { withLibraries } from './program-version.ts'
import { startRedis } from './redis.ts'
import { redisSources } from './redis-sources.ts'
import { firstWorkingSource } from './source-chain.ts'
import { waitForPort } from './wait-for-port.ts'

// The first start of a server on a machine may have to fetch it.
const timeout = 240_000
const log = createLogger('test', 'silent')

let dataDir: string
const processes: Running[] = []
const clients: Pick<RedisClient, 'disconnect'>[] = []
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'sentinel-'))
})
afterEach(async () => {
  for (const client of clients.splice(0)) client.disconnect()
  await Promise.all(processes.splice(0).map((running) => running.stop(0)))
  await rm(dataDir, { recursive: true, force: true })
})

function kept<Client extends Pick<RedisClient, 'disconnect'>>(client: Client): Client {
  clients.push(client)
  return client
}

/** A plain client that ignores errors when its server dies. */
function adminOf(port: number): Redis {
  const admin = kept(new Redis({ host: '127.0.0.1', port }))
  admin.on('error', () => undefined)
  return admin
}

async function server(name: string) {
  const running = await startRedis({ dataDir: join(dataDir, name) })
  processes.push(running)
  return { ...running, admin: adminOf(running.port) }
}

/** A Sentinel with a quorum of one and a short timeout. */
async function sentinel(masterPort: number): Promise<{ port: number; admin: Redis }> {
  const program = await firstWorkingSource({ wanted: 'Redis', sources: redisSources(), advice: '' })
  const [port, config] = [await freePort(), join(dataDir, 'sentinel.conf')]
  const lines = [
    `port ${port}`,
    'bind 127.0.0.1',
    `dir ${dataDir}`,
    `sentinel monitor shop 127.0.0.1 ${masterPort} 1`,
    'sentinel down-after-milliseconds shop 1500',
    'sentinel failover-timeout shop 10000',
  ]
  await writeFile(config, `${lines.join('\n')}\n`)
  const { running } = await spawnGroup(program.path, [config, '--sentinel'], {
    stdio: 'ignore',
    env: withLibraries(process.env, program.libraries),
  })
  processes.push(running)
  expect(await waitForPort(port, running.exited)).toBe('listening')
  return { port, admin: adminOf(port) }
}

/** Retries until it works, as callers of the shop do. */
async function until<T>(work: () => Promise<T>, isSo: (seen: T) => boolean = () => true): Promise<T> {
  const deadline = Date.now() + 60_000
  for (;;) {
    const seen = await work().catch((error: unknown) => ({ error }))
    const failed = seen instanceof Object && 'error' in seen ? seen.error : undefined
    if (!failed && isSo(seen as T)) return seen as T
    if (Date.now() > deadline) throw new Error(`still not so: ${failed ?? JSON.stringify(seen)}`)
    await sleep(50)
  }
}

describe('behind a Sentinel', () => {
  it('moves requests and blocking calls to the next master when the first one dies', {
    timeout,
  }, async () => {
    const [first, second] = [await server('first'), await server('second')]
    await second.admin.replicaof('127.0.0.1', first.port)
    await until(
      () => second.admin.info('replication'),
      (info) => info.includes('master_link_status:up'),
    )
    const watcher = await sentinel(first.port)
    await until(
      () => watcher.admin.call('SENTINEL', 'REPLICAS', 'shop') as Promise<unknown[]>,
      (replicas) => replicas.length === 1,
    )
    const url = `redis-sentinel://127.0.0.1:${watcher.port}/shop?db=2`
    const request = kept(connectRedis(url, log))
    const blocking = kept(connectBlockingRedis(url, log))
    await checkRedis(request)
    await request.set('kept', 'yes')
    expect(await blocking.get('kept')).toBe('yes')
    // Sent on the connection of the write: another connection has no write to wait for.
    expect(await request.wait(1, 10_000)).toBe(1)

    const waiting = blocking.blpop('later', 0)
    process.kill(first.pid, 'SIGKILL')
    await first.exited
    await until(() => request.set('after', 'the first'))
    expect(await request.mget('kept', 'after')).toEqual(['yes', 'the first'])
    await until(() => request.rpush('later', 'came'))
    expect(await waiting).toEqual(['later', 'came'])
    await second.admin.select(2)
    expect(await second.admin.get('after')).toBe('the first')
  })
})
