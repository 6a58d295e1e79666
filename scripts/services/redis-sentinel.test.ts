import { mkdtemp, rm } from 'node:fs/promises'
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
import { type RunningRedisSentinel, startRedisSentinel } from './redis-sentinel.ts'

// The first start of a server on a machine may have to fetch it.
const timeout = 240_000
const log = createLogger('test', 'silent')

let dataDir: string
let watched: RunningRedisSentinel | undefined
const clients: Pick<RedisClient, 'disconnect'>[] = []
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'sentinel-'))
})
afterEach(async () => {
  for (const client of clients.splice(0)) client.disconnect()
  await watched?.stop(0)
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
    watched = await startRedisSentinel({ dataDir })
    const { primary, replica } = watched
    const url = `${watched.url}?db=2`
    const request = kept(connectRedis(url, log))
    const blocking = kept(connectBlockingRedis(url, log))
    await checkRedis(request)
    await request.set('kept', 'yes')
    expect(await blocking.get('kept')).toBe('yes')
    // Sent on the connection of the write: another connection has no write to wait for.
    expect(await request.wait(1, 10_000)).toBe(1)

    const waiting = blocking.blpop('later', 0)
    process.kill(primary.pid, 'SIGKILL')
    await primary.exited
    await until(() => request.set('after', 'the first'))
    expect(await request.mget('kept', 'after')).toEqual(['yes', 'the first'])
    await until(() => request.rpush('later', 'came'))
    expect(await waiting).toEqual(['later', 'came'])
    const admin = adminOf(replica.port)
    await admin.select(2)
    expect(await admin.get('after')).toBe('the first')
  })
})
