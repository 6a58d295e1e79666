import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { freePort } from '../processes/free-port.ts'
import { type Running, spawnGroup } from '../processes/process-group.ts'
import { withLibraries } from './program-version.ts'
import { type RunningRedis, startRedis } from './redis.ts'
import { redisSources } from './redis-sources.ts'
import { firstWorkingSource } from './source-chain.ts'
import { waitForPort } from './wait-for-port.ts'

export interface RunningRedisSentinel {
  /** `redis-sentinel://…/shop` */
  url: string
  primary: RunningRedis
  replica: RunningRedis
  stop(graceMs?: number): Promise<void>
}

/**
 * Starts a primary, its replica and one Sentinel with a quorum of one and a short timeout, and waits until the Sentinel
 * can fail over. For tests: the folder must be empty.
 */
export async function startRedisSentinel({ dataDir }: { dataDir: string }): Promise<RunningRedisSentinel> {
  const started: Pick<Running, 'stop'>[] = []
  const clients: Redis[] = []
  const keep = <One extends Pick<Running, 'stop'>>(one: One): One => {
    started.push(one)
    return one
  }
  const stop = async (graceMs?: number) => {
    await Promise.all(started.map((one) => one.stop(graceMs)))
  }
  const clientOf = (port: number): Redis => {
    const client = new Redis({ host: '127.0.0.1', port })
    clients.push(client)
    return client
  }
  try {
    const primary = keep(await startRedis({ dataDir: join(dataDir, 'primary') }))
    const replica = keep(await startRedis({ dataDir: join(dataDir, 'replica') }))
    const replicaClient = clientOf(replica.port)
    await replicaClient.replicaof('127.0.0.1', primary.port)
    await until('the replica is a copy', async () =>
      (await replicaClient.info('replication')).includes('master_link_status:up'),
    )
    const { port, running } = await startSentinel(join(dataDir, 'sentinel'), primary.port)
    keep(running)
    const sentinel = clientOf(port)
    await until('the Sentinel knows the replica', async () => {
      const replicas = (await sentinel.call('SENTINEL', 'REPLICAS', 'shop')) as unknown[]
      return replicas.length === 1
    })
    return { url: `redis-sentinel://127.0.0.1:${port}/shop`, primary, replica, stop }
  } catch (error) {
    await stop(0)
    throw error
  } finally {
    for (const client of clients) client.disconnect()
  }
}

async function startSentinel(
  folder: string,
  primaryPort: number,
): Promise<{ port: number; running: Running }> {
  const program = await firstWorkingSource({ wanted: 'Redis', sources: redisSources(), advice: '' })
  const [port, config] = [await freePort(), join(folder, 'sentinel.conf')]
  const lines = [
    `port ${port}`,
    'bind 127.0.0.1',
    `dir ${folder}`,
    `sentinel monitor shop 127.0.0.1 ${primaryPort} 1`,
    'sentinel down-after-milliseconds shop 1500',
    'sentinel failover-timeout shop 10000',
  ]
  await mkdir(folder, { recursive: true })
  await writeFile(config, `${lines.join('\n')}\n`)
  const { running } = await spawnGroup(program.path, [config, '--sentinel'], {
    stdio: 'ignore',
    env: withLibraries(process.env, program.libraries),
  })
  if ((await waitForPort(port, running.exited)) === 'listening') return { port, running }
  await running.stop(0)
  throw new Error('the Sentinel did not start')
}

async function until(what: string, isSo: () => Promise<boolean>, timeoutMs = 60_000): Promise<void> {
  for (const deadline = Date.now() + timeoutMs; Date.now() < deadline; await sleep(50)) {
    if (await isSo()) return
  }
  throw new Error(`${what}: not within ${timeoutMs / 1000} s`)
}
