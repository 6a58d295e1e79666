import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { AuditModel } from '@jhatpat/shared/domain/audit/index.ts'
import { Redis } from 'ioredis'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type RunningRedis, startRedis } from '../../../scripts/services/redis.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { RotationKit, rotateInterrupted, type ShopProcess } from './rotation-kit.ts'

const first = 'the-first-password-of-redis'
const folder = mkdtempSync(join(tmpdir(), 'jhatpat-redis-'))
let service: Service
let server: RunningRedis
let kit: RotationKit
let commands: { workers: Set<object>; failed: string[] }

beforeAll(async () => {
  service = await startService()
  server = await startRedis({ dataDir: folder })
  const admin = new Redis(server.port)
  await admin.call('ACL', 'SETUSER', 'admin', 'on', '>of-the-test', '+@all')
  await admin.quit()
})
afterAll(async () => {
  await server.stop(2_000)
  rmSync(folder, { recursive: true, force: true })
  await service.stop()
})
beforeEach(async () => {
  await setPassword(`>${first}`)
  kit = new RotationKit(service, {
    'app/REDIS_URL': `redis://:${first}@127.0.0.1:${server.port}`,
    'redis/REDIS_PASSWORD': first,
  })
  commands = { workers: new Set(), failed: [] }
  kit.startProcess = startProcess
})
afterEach(() => kit.remove())

/** As another user, over a connection that does not last. */
async function setPassword(rule: string): Promise<void> {
  const admin = new Redis(server.port, { username: 'admin', password: 'of-the-test' })
  await admin.call('ACL', 'SETUSER', 'default', 'resetpass', rule)
  await admin.quit()
}

const passwordNow = () => decodeURIComponent(/:([^:@]+)@/.exec(kit.secret('app/REDIS_URL') ?? '')?.[1] ?? '')

/** Sends commands without a pause, each of some on a new connection, as a process does whose connection was lost. */
async function startProcess(): Promise<ShopProcess> {
  const password = passwordNow()
  const worker = {}
  let isStopping = false
  const working = (async () => {
    while (!isStopping) {
      const redis = new Redis(server.port, { password, maxRetriesPerRequest: 0, retryStrategy: () => null })
      redis.on('error', () => undefined)
      for (let count = 0; count === 0 || (count < 5 && !isStopping); count += 1)
        await redis.incr('orders').then(
          () => {
            commands.workers.add(worker)
          },
          (error: Error) => commands.failed.push(error.message),
        )
      redis.disconnect()
      await sleep(2)
    }
  })()
  return {
    stop: async () => {
      isStopping = true
      await working
    },
  }
}

const isAccepted = async (password: string) => {
  const redis = new Redis(server.port, {
    ...{ retryStrategy: () => null, enableReadyCheck: false },
    ...{ disableClientInfo: true, protocol: 2 },
  })
  redis.on('error', () => undefined)
  const accepted = await redis.auth(password).then(
    () => true,
    (error: Error) => {
      expect(error.message).toMatch(/^WRONGPASS/)
      return false
    },
  )
  redis.disconnect()
  return accepted
}

const rows = () => AuditModel.find({ action: 'secret.rotate' }).lean()

describe('Redis’s password', () => {
  it('is replaced while processes work: no command fails, and the former one is refused in the end', async () => {
    expect(await kit.rotate('redis')).toMatchObject({ setting: 'REDIS_URL', replaced: 4 })
    const next = passwordNow()
    expect(next).toMatch(/^[0-9a-f]{48}$/)
    expect(kit.secret('redis/REDIS_PASSWORD')).toBe(next)
    expect(kit.secret('redis/REDIS_PASSWORD.next')).toBeUndefined()
    expect(statSync(join(kit.folder, 'app/REDIS_URL')).mode & 0o777).toBe(0o444)
    expect(await isAccepted(first)).toBe(false)
    expect(await isAccepted(next)).toBe(true)
    // Four former processes, and four that have the new value.
    await vi.waitFor(() => expect(commands.workers.size).toBe(8), { timeout: 20_000 })
    expect(commands.failed).toEqual([])
    expect(kit.docker.leastReady).toBe(2)
    const [row, ...others] = await rows()
    expect(row).toMatchObject({
      by: { userId: 'operator', name: 'asha (operator)' },
      from: 'a-machine',
      target: 'shop',
      after: { secret: 'REDIS_URL' },
    })
    expect(others).toEqual([])
    for (const secret of [first, next]) {
      expect(kit.shown.join('\n')).not.toContain(secret)
      expect(JSON.stringify(row)).not.toContain(secret)
    }
  })

  it('is replaced once, however often the command is killed', { timeout: 180_000 }, async () => {
    const kills = await rotateInterrupted(kit, 'redis')
    expect(kills).toBeGreaterThan(20)
    expect(await isAccepted(first)).toBe(false)
    expect(await isAccepted(passwordNow())).toBe(true)
    expect(kit.secret('redis/REDIS_PASSWORD')).toBe(passwordNow())
    expect(kit.secret('redis/REDIS_PASSWORD.next')).toBeUndefined()
    expect(commands.failed).toEqual([])
    expect(kit.shown.join('\n')).not.toContain(passwordNow())
    // The next rotation is another one.
    const second = passwordNow()
    await kit.rotate('redis')
    expect(passwordNow()).not.toBe(second)
    expect(await isAccepted(second)).toBe(false)
    expect(commands.failed).toEqual([])
  })

  it('stays accepted while a program is connected since before', async () => {
    const other = new Redis(server.port, { password: first })
    await other.ping()
    // Redis states the age of a connection in whole seconds.
    await sleep(2_500)
    const refusal = await kit.rotate('redis').catch((error: Error) => error)
    expect(String(refusal)).toMatch(/Connections from before the new password are open, from 127\.0\.0\.1:/)
    expect([await isAccepted(first), await isAccepted(passwordNow())]).toEqual([true, true])
    other.disconnect()
    await kit.rotate('redis')
    expect(await isAccepted(first)).toBe(false)
    expect(commands.failed).toEqual([])
  })

  it.each([
    {
      why: 'has another password than the server’s file',
      address: first,
      file: 'another',
      refusal: /has another/,
    },
    { why: 'is refused by Redis', address: 'wrong', file: 'wrong', refusal: /Redis refuses the password/ },
  ])('is not replaced when the address $why: nothing is changed', async ({ address, file, refusal }) => {
    await kit.remove()
    kit = new RotationKit(service, {
      'app/REDIS_URL': `redis://:${address}@127.0.0.1:${server.port}`,
      'redis/REDIS_PASSWORD': file,
    })
    const before = await rows()
    await expect(kit.rotate('redis')).rejects.toThrow(refusal)
    expect(kit.secret('redis/REDIS_PASSWORD.next')).toBeUndefined()
    expect(passwordNow()).toBe(address)
    expect(await isAccepted(first)).toBe(true)
    expect(await rows()).toEqual(before)
    expect(kit.shown.join('\n')).not.toMatch(/compose up|stop c/)
  })

  it('is made by the command itself: another one, which a restarted Redis would refuse, is not taken', async () => {
    const given = kit.rotate('redis', `redis://:given@127.0.0.1:${server.port}`)
    await expect(given).rejects.toThrow('run secrets:rotate redis without --from')
    expect(passwordNow()).toBe(first)
  })

  it('is not replaced while a new image or other settings wait', async () => {
    kit.docker.hash = 'bbbb'
    await expect(kit.rotate('redis')).rejects.toThrow(/run deploy:roll first/)
    expect(passwordNow()).toBe(first)
  })
})
