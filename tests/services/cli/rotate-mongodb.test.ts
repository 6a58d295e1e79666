import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { AuditModel } from '@jhatpat/shared/domain/audit/index.ts'
import type mongoose from 'mongoose'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Service, startService } from '../../support/service-harness.ts'
import { RotationKit, rotateInterrupted, type ShopProcess } from './rotation-kit.ts'
import { asUser, startMongoWithUsers } from './start-mongo-with-users.ts'

const first = 'the-first-password-of-mongodb'
const root = 'the-password-of-root'
const folder = mkdtempSync(join(tmpdir(), 'jhatpat-mongodb-'))
let service: Service
let server: Awaited<ReturnType<typeof startMongoWithUsers>>
let kit: RotationKit
let commands: { workers: Set<object>; failed: string[] }

beforeAll(async () => {
  service = await startService()
  server = await startMongoWithUsers(folder, { root, user: 'jhatpat', password: first })
})
afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
  await service.stop()
})

const uriOf = (user: string, password: string) =>
  `mongodb://${user}:${password}@${server.hosts}/jhatpat?replicaSet=rs0&authSource=admin`
const rootUri = () => `mongodb://root:${root}@${server.hosts}/admin?replicaSet=rs0&authSource=admin`
const uriNow = () => kit.secret('app/MONGODB_URI') ?? ''

/** The users of the shop, with their roles. */
const users = () =>
  asUser(rootUri(), async (client) => {
    const found = await client.db('admin').command({ usersInfo: 1 })
    const all = found.users as { user: string; roles: { role: string }[] }[]
    return all
      .filter(({ user }) => user !== 'root')
      .map(
        ({ user, roles }) =>
          `${user}: ${roles
            .map(({ role }) => role)
            .toSorted()
            .join(', ')}`,
      )
  })
const roles = 'clusterMonitor, read, readWrite'

beforeEach(async () => {
  await asUser(rootUri(), async (client) => {
    const admin = client.db('admin')
    await admin.command({ dropUser: 'jhatpat-2' }).catch(() => undefined)
    const { users: found } = await admin.command({ usersInfo: 'jhatpat' })
    const granted = [
      { role: 'readWrite', db: 'jhatpat' },
      { role: 'read', db: 'local' },
      { role: 'clusterMonitor', db: 'admin' },
    ]
    const command = (found as unknown[]).length > 0 ? 'updateUser' : 'createUser'
    await admin.command({ [command]: 'jhatpat', pwd: first, roles: granted })
  })
  commands = { workers: new Set(), failed: [] }
  kit = newKit()
  kit.startProcess = startProcess
})
afterEach(() => kit.remove())

const newKit = (secrets: Record<string, string> = {}) =>
  new RotationKit(service, {
    'app/MONGODB_URI': uriOf('jhatpat', first),
    'mongo/MONGODB_PASSWORD': first,
    'mongo/MONGODB_ROOT_PASSWORD': root,
    ...secrets,
  })

/** Writes and reads without a pause, with new connections again and again, as after a failover. */
async function startProcess(): Promise<ShopProcess> {
  const uri = uriNow()
  const worker = {}
  let isStopping = false
  const work = async (client: InstanceType<typeof mongoose.mongo.MongoClient>) => {
    const orders = client.db().collection<{ _id: string; count: number }>('orders')
    for (let count = 0; count === 0 || (count < 10 && !isStopping); count += 1) {
      await orders.updateOne({ _id: 'one' }, { $inc: { count: 1 } }, { upsert: true })
      commands.workers.add(worker)
      await sleep(5)
    }
  }
  const working = (async () => {
    while (!isStopping)
      await asUser(uri, work).catch((error: Error & { code?: number }) => {
        // Of two first writes one finds the document there.
        if (error.code !== 11_000) commands.failed.push(error.message)
      })
  })()
  return {
    stop: async () => {
      isStopping = true
      await working
    },
  }
}

const refusalOf = (uri: string) =>
  asUser(uri, async (client) => client.db().collection('orders').findOne({})).then(
    () => undefined,
    (error: { code?: number }) => error.code,
  )

describe('MongoDB’s user', () => {
  it('is replaced while processes work: nothing fails, and the former one is refused in the end', async () => {
    expect(await kit.rotate('mongodb')).toMatchObject({ setting: 'MONGODB_URI', replaced: 4 })
    expect(uriNow()).toMatch(
      /^mongodb:\/\/jhatpat-2:[0-9a-f]{48}@127\.0\.0\.1:\d+\/jhatpat\?replicaSet=rs0&authSource=admin$/,
    )
    expect(await users()).toEqual([`jhatpat-2: ${roles}`])
    expect(await refusalOf(uriOf('jhatpat', first))).toBe(18)
    expect(await refusalOf(uriNow())).toBeUndefined()
    const next = kit.secret('mongo/MONGODB_PASSWORD') ?? ''
    expect(uriNow()).toContain(next)
    // What a new volume gets.
    expect(kit.secret('mongo/MONGODB_USER')).toBe('jhatpat-2')
    expect(kit.secret('mongo/MONGODB_PASSWORD.next')).toBeUndefined()
    // Four former processes, and four that have the new value.
    await vi.waitFor(() => expect(commands.workers.size).toBe(8), { timeout: 20_000 })
    expect(commands.failed).toEqual([])
    const rows = await AuditModel.find({ action: 'secret.rotate' }).lean()
    expect(rows.map(({ after }) => after)).toEqual([{ secret: 'MONGODB_URI' }])
    for (const secret of [first, next, root])
      expect(`${kit.shown.join('\n')}${JSON.stringify(rows)}`).not.toContain(secret)
    // The names alternate.
    await kit.rotate('mongodb')
    expect(await users()).toEqual([`jhatpat: ${roles}`])
    expect(await refusalOf(uriNow())).toBeUndefined()
    expect(commands.failed).toEqual([])
  })

  it('is replaced once, however often the command is killed', { timeout: 300_000 }, async () => {
    expect(await rotateInterrupted(kit, 'mongodb')).toBeGreaterThan(20)
    expect(await users()).toEqual([`jhatpat-2: ${roles}`])
    expect(await refusalOf(uriNow())).toBeUndefined()
    expect(kit.secret('mongo/MONGODB_PASSWORD.next')).toBeUndefined()
    expect(uriNow()).toContain(kit.secret('mongo/MONGODB_PASSWORD'))
    expect(commands.failed).toEqual([])
  })

  it('stays while a program is connected with it', async () => {
    await asUser(uriOf('jhatpat', first), async (client) => {
      await client.db().collection('orders').findOne({})
      await expect(kit.rotate('mongodb')).rejects.toThrow(/Programs are connected as jhatpat: 127\.0\.0\.1:/)
      expect(await users()).toEqual([`jhatpat: ${roles}`, `jhatpat-2: ${roles}`])
      await client.db().collection('orders').findOne({})
    })
    await kit.rotate('mongodb')
    expect(await users()).toEqual([`jhatpat-2: ${roles}`])
    expect(commands.failed).toEqual([])
  })

  it.each([
    [
      'has another password than the server’s file',
      { 'mongo/MONGODB_PASSWORD': 'another' },
      /another password/,
    ],
    ['is of a MongoDB with another administrator', { 'mongo/MONGODB_ROOT_PASSWORD': 'x' }, /administrator/],
  ])('is not replaced when the address %s: nothing is changed', async (_why, secrets, refusal) => {
    await kit.remove()
    kit = newKit(secrets)
    await expect(kit.rotate('mongodb')).rejects.toThrow(refusal)
    expect(kit.secret('mongo/MONGODB_PASSWORD.next')).toBeUndefined()
    expect(uriNow()).toBe(uriOf('jhatpat', first))
    expect(await users()).toEqual([`jhatpat: ${roles}`])
    expect(kit.shown.join('\n')).not.toMatch(/compose up|stop c/)
  })
})
