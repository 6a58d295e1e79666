import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { inTransaction, shopAppName } from '@jhatpat/shared/platform/mongo.ts'
import mongoose from 'mongoose'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { runCliIn } from '../../support/run-cli.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { insertShop } from '../../support/shop.ts'
import { type BackupKit, createBackupKit, createTargets, databaseOf, hashesOf } from './backup-kit.ts'

const { Long, Double, Decimal128, Int32 } = mongoose.mongo.BSON

let service: Service
let kit: BackupKit
let tail: { stop(): Promise<void> }
const targets = createTargets()
const db = databaseOf

beforeAll(async () => {
  service = await startService()
  await insertShop()
  // Values that JavaScript does not keep by itself: names in this order, and the kinds of numbers.
  await db()
    .collection('odd_values')
    .insertMany([
      new Map<string, unknown>([
        ['b', new Double(1)],
        ['10', Long.fromString('9007199254740993')],
        [
          '2',
          new Map<string, unknown>([
            ['z', new Int32(1)],
            ['1', Decimal128.fromString('1.10')],
          ]),
        ],
        [
          'list',
          [
            new Map<string, unknown>([
              ['x', /a+/i],
              ['0', randomBytes(20)],
            ]),
          ],
        ],
      ]) as never,
      { text: 'ordinary', at: new Date(), nested: { nothing: null } },
    ])
  await db().collection('odd_values').createIndex({ text: 1 }, { name: 'by_text', sparse: true })
  kit = await createBackupKit(service)
  tail = await kit.followFromNow()
})
afterAll(async () => {
  await tail.stop()
  await kit.remove()
  await db().collection('odd_values').drop()
  await service.stop()
})
afterEach(async () => {
  await targets.drop()
})

const restore = (...args: string[]) => kit.cli('restore', '--identity', kit.identityFile, ...args)
const backupId = async () => JSON.parse((await kit.cli('backup', '--json')).stdout).id as string
/** What restoring itself writes. */
const written = ['restorations', 'job_runs', 'supplier_accounts', 'orders']
const comparable = (hashes: Record<string, string>) =>
  Object.fromEntries(Object.entries(hashes).filter(([name]) => !written.includes(name)))

describe('a backup', () => {
  it('restores every collection byte for byte, with its indexes', async () => {
    const before = await hashesOf(mongoose.connection.name)
    const id = await backupId()
    const target = targets.next()
    const restored = await restore('--database', target, '--backup', id)
    expect(restored).toMatchObject({ code: 0 })
    expect(comparable(await hashesOf(target))).toEqual(comparable(before))
    for (const name of ['odd_values', 'orders', 'journal_entries'])
      expect(await db(target).collection(name).indexes()).toEqual(await db().collection(name).indexes())
  })

  it('contains neither the database’s content in clear nor a key', async () => {
    const id = await backupId()
    const folder = join(kit.folder, 'backups', id)
    const all = Buffer.concat(readdirSync(folder).map((name) => readFileSync(join(folder, name))))
    expect(all.length).toBeGreaterThan(1_000)
    for (const text of ['ordinary', service.env.SECRET_KEY, 'AGE-SECRET-KEY'])
      expect(all.includes(text), text).toBe(false)
  })

  it('refuses a flipped byte in any kind of file, and writes nothing', async () => {
    const id = await backupId()
    const folder = join(kit.folder, 'backups', id)
    const target = targets.next()
    for (const name of ['manifest.json', 'odd_values.00001.bson.gz.age']) {
      const path = join(folder, name)
      const good = readFileSync(path)
      for (const at of [200, good.length - 20]) {
        const bad = Buffer.from(good)
        bad[at] = (bad[at] ?? 0) ^ 1
        writeFileSync(path, bad)
        const answer = await restore('--database', target, '--backup', id)
        expect(answer.code, `${name} at ${at}`).toBe(1)
        expect(answer.stderr).toMatch(/changed|no manifest|SECRET_KEY/)
      }
      writeFileSync(path, good)
    }
    expect(await db(target).listCollections().toArray()).toEqual([])
  })

  it('refuses a manifest that the shop did not write, although its form and its sums are right', async () => {
    const id = await backupId()
    const path = join(kit.folder, 'backups', id, 'manifest.json')
    const good = readFileSync(path, 'utf8')
    const { text, ...signature } = JSON.parse(good)
    const forged = JSON.stringify({ ...JSON.parse(text), database: 'another' })
    writeFileSync(path, JSON.stringify({ ...signature, text: forged }))
    const target = targets.next()
    const answer = await restore('--database', target, '--backup', id)
    writeFileSync(path, good)
    expect(answer).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('was changed since it was written'),
    })
    expect(await db(target).listCollections().toArray()).toEqual([])
  })

  it('tests SECRET_KEY and the private key before it touches the target', async () => {
    const id = await backupId()
    const target = targets.next()
    const env = { ...service.env, BACKUP_DIR: kit.folder, SECRET_KEY: randomBytes(32).toString('base64') }
    const args = ['restore', '--identity', kit.identityFile, '--database', target, '--backup', id]
    const otherSecret = await runCliIn({ ...service, env }, args)
    expect(otherSecret).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^SECRET_KEY is not the one/),
    })
    const keys = JSON.parse((await kit.cli('backup:keys', '--json')).stdout)
    const other = join(kit.folder, 'other.txt')
    writeFileSync(other, keys.identity)
    const otherKey = await kit.cli('restore', '--identity', other, '--database', target, '--backup', id)
    expect(otherKey).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^The private key does not open/),
    })
    expect(await db(target).listCollections().toArray()).toEqual([])
  })

  it('is not restored into a database that has documents', async () => {
    await backupId()
    const before = await hashesOf(mongoose.connection.name)
    expect(await restore()).toMatchObject({ code: 2, stderr: expect.stringContaining('is not empty') })
    expect(await hashesOf(mongoose.connection.name)).toEqual(before)
  })

  it('is not restored while processes of the shop are connected: they would act on the past', async () => {
    const id = await backupId()
    const target = targets.next()
    const uri = service.env.MONGODB_URI.replace(mongoose.connection.name, target)
    const shopProcess = new mongoose.mongo.MongoClient(uri, { appName: shopAppName(uri) })
    await shopProcess.db().command({ ping: 1 })
    const answer = await restore('--database', target, '--backup', id)
    await shopProcess.close()
    expect(answer).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('stop api, workers and backup first'),
    })
  })
})

describe('the tail of the oplog', () => {
  it('restores what was written until a chosen second, transactions included, and nothing later', async () => {
    await backupId()
    const collection = db().collection<{ _id: string; n: number; list?: number[] }>('odd_values')
    const add = (from: number, most: number) =>
      inTransaction(async (tx) => {
        for (let n = from; n < from + most; n += 1)
          await collection.insertOne({ _id: `t${n}`, n, list: [1, 2, 3] }, { session: tx })
      })
    await add(0, 50)
    await collection.updateMany({ _id: { $gte: 't1', $lt: 't2' } }, { $inc: { n: 1 }, $push: { list: 4 } })
    await collection.updateOne({ _id: 't5' }, { $set: { 'list.1': 9 }, $unset: { n: 1 } })
    await collection.deleteOne({ _id: 't7' })
    await db().collection('made_later').insertOne({ made: true })
    await db().collection('made_later').createIndex({ made: 1 })
    const then = comparable(await hashesOf(mongoose.connection.name))
    await sleep(1_100)
    const at = new Date(Math.ceil(Date.now() / 1_000) * 1_000)
    await sleep(at.getTime() - Date.now() + 50)
    await add(100, 5)
    await kit.tailReaches(at)
    const target = targets.next()
    const time = at.toISOString().replace('.000', '')
    expect(await restore('--database', target, '--at', time)).toMatchObject({ code: 0 })
    expect(comparable(await hashesOf(target))).toEqual(then)
    expect((await db(target).collection('made_later').indexes()).map(({ name }) => name)).toContain('made_1')
    expect(await collection.countDocuments({ _id: /^t10/ })).toBeGreaterThan(4)
  })

  it('refuses a moment that was not saved, and one after the data were deleted', async () => {
    const later = new Date(Date.now() + 3_600_000).toISOString()
    const target = targets.next()
    expect(await restore('--database', target, '--at', later)).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/ends at .* give --at/),
    })
    expect(await restore('--database', target, '--at', 'yesterday')).toMatchObject({ code: 2 })
    await db().collection('made_later').drop()
    await kit.tailReaches(new Date(Math.ceil(Date.now() / 1_000) * 1_000))
    expect(await restore('--database', target)).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/had a drop, which would delete/),
    })
    expect(await db(target).listCollections().toArray()).toEqual([])
  })
})
