import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmdirSync } from 'node:fs'
import { join } from 'node:path'
import { erasedText } from '@jhatpat/shared/contracts/erased-text.ts'
import { type IUser, UserModel } from '@jhatpat/shared/domain/accounts/index.ts'
import { ErasureModel } from '@jhatpat/shared/domain/erasure/index.ts'
import { OrderModel } from '@jhatpat/shared/domain/orders/index.ts'
import mongoose from 'mongoose'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { listSegments } from '../../../scripts/backup/segments.ts'
import { buy, orderBody, until } from '../../support/buying.ts'
import { findInDatabase } from '../../support/find-in-database.ts'
import { insertCustomer } from '../../support/people.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { insertShop, type Shop } from '../../support/shop.ts'
import { createErasureKit, type ErasureKit } from '../erasure/erasure-kit.ts'
import { type BackupKit, createBackupKit } from './backup-kit.ts'

let service: Service
let shop: Shop
let kit: BackupKit
let erasures: ErasureKit
let asha: IUser
let order: string
/** How often a tail failed. */
let interruptions = 0
const targets: string[] = []

const client = () => mongoose.connection.getClient()
const values = () => [asha.name, asha.email, asha.mobilenumber]
const player = '770199331'

beforeAll(async () => {
  service = await startService({
    logTo: {
      write: (line) => {
        if (line.includes('oplog tail interrupted')) interruptions += 1
      },
    },
  })
  shop = await insertShop()
  kit = await createBackupKit(service)
  erasures = await createErasureKit(service)
})
beforeEach(async () => {
  asha = await insertCustomer({ name: 'Asha Restored' })
  order = await buy(await service.as(asha), orderBody(asha, shop.diamonds, { input1: player }))
})
afterEach(async () => {
  for (const name of targets) await client().db(name).dropDatabase()
})
afterAll(async () => {
  await kit.remove()
  await service.stop()
})

const setOrder = (status: string) =>
  OrderModel.collection.updateOne(
    { _id: order as never },
    {
      $set: {
        status,
        'due.payment.at': null,
        ended: { at: service.clock.now(), by: 'system', previous: null },
      },
    },
  )

async function eraseAsha(): Promise<void> {
  await setOrder('Failed')
  await erasures.erase(asha)
  expect((await UserModel.findById(asha._id).orFail().lean()).name).toBe(erasedText)
}

const backUp = async () => JSON.parse((await kit.cli('backup', '--json')).stdout).id as string
const list = () => readFileSync(join(kit.folder, 'erasures.jsonl'), 'utf8')

async function restore(backup: string): Promise<{ database: string; erased: number }> {
  const database = `${mongoose.connection.name}-${targets.length}`
  targets.push(database)
  const args = ['--identity', kit.identityFile, '--database', database, '--backup', backup]
  const answer = await kit.cli('restore', ...args, '--json')
  expect(answer).toMatchObject({ code: 0 })
  return { database, erased: JSON.parse(answer.stdout).erased }
}

it('erases again in a restored copy who was erased since the backup', async () => {
  await setOrder('Failed')
  const before = await backUp()
  await eraseAsha()
  // Records the erasure before it saves anything.
  await backUp()
  expect(list()).toContain(String(asha._id))
  const { database, erased } = await restore(before)
  expect(erased).toBe(1)
  expect(await findInDatabase([...values(), player], database)).toEqual([])
  const users = client().db(database).collection('users')
  expect(await users.findOne({ _id: asha._id })).toMatchObject({
    userid: asha.userid,
    name: erasedText,
    isBlocked: true,
    erasedAt: expect.any(Date),
  })
})

it('keeps the player of an order that is open in the copy, and ends the erasure later', async () => {
  const before = await backUp()
  await eraseAsha()
  await backUp()
  const { database } = await restore(before)
  const found = await findInDatabase([...values(), player], database)
  expect(found.filter((one) => !one.startsWith('idempotency_keys'))).toEqual([`orders: ${player}`])
  expect(
    await client()
      .db(database)
      .collection<{ _id: string }>('erasures')
      .findOne({ _id: String(asha._id) }),
  ).toMatchObject({ state: 'clearing', nextAt: expect.any(Date) })
})

it('erases again in a database that another tool restored', async () => {
  await setOrder('Failed')
  const user = await UserModel.collection.findOne({ _id: asha._id })
  const at = new Date(service.clock.now().getTime() - 60_000)
  await eraseAsha()
  await backUp()
  await UserModel.collection.replaceOne({ _id: asha._id }, user as never)
  const answer = await kit.cli('restore:adopt', '--at', at.toISOString(), '--json')
  expect(JSON.parse(answer.stdout)).toMatchObject({ erased: expect.any(Number) })
  expect(await findInDatabase(values())).toEqual([])
  await client().db(mongoose.connection.name).collection('restorations').deleteMany({})
})

it('stops what was confirmed before the moment, since the customer may have taken it back after it', async () => {
  const people = [
    await insertCustomer(),
    await insertCustomer(),
    await insertCustomer(),
    await insertCustomer(),
  ]
  const [blocked, closing, waiting, erased] = people as [IUser, IUser, IUser, IUser]
  const confirm = async (user: IUser) => {
    await erasures.request(user)
    await erasures.confirm(user)
  }
  await UserModel.collection.updateOne({ _id: blocked._id }, { $set: { isBlocked: true } })
  await Promise.all([blocked, closing].map(confirm))
  service.clock.advance(73 * 3_600_000)
  await erasures.proceed()
  await Promise.all([waiting, erased].map(confirm))
  const live = await Promise.all(people.map(erasures.erasureOf))
  expect(live.map((one) => one?.state)).toEqual(['closing', 'closing', 'waiting', 'waiting'])
  const before = await backUp()
  // Only this one is not taken back.
  await ErasureModel.deleteMany({ _id: { $ne: String(erased._id) } })
  service.clock.advance(73 * 3_600_000)
  await erasures.proceed()
  erasures.elapse()
  await erasures.proceed()
  await backUp()

  const restored = client().db((await restore(before)).database)
  const found = restored.collection<{ _id: string }>('erasures')
  const erasureOf = ({ _id }: IUser) => found.findOne({ _id: String(_id) })
  const isBlocked = async ({ _id }: IUser) => (await restored.collection('users').findOne({ _id }))?.isBlocked
  const stopped = { state: 'stopped', nextAt: null, endedAt: expect.any(Date), obstacles: ['reopened'] }
  for (const user of [blocked, closing, waiting]) expect(await erasureOf(user)).toMatchObject(stopped)
  expect(await Promise.all(people.map(isBlocked))).toEqual([true, false, false, true])
  const again = { state: 'clearing', nextAt: expect.any(Date), endedAt: null, obstacles: [] }
  expect(await erasureOf(erased)).toMatchObject(again)
})

it('continues what was being cleared at the moment', async () => {
  await setOrder('Failed')
  await erasures.close(asha)
  const nextAt = service.clock.now()
  await ErasureModel.updateOne({ _id: String(asha._id) }, { state: 'clearing', nextAt })
  const { database } = await restore(await backUp())
  const found = client().db(database).collection<{ _id: string }>('erasures')
  expect(await found.findOne({ _id: String(asha._id) })).toMatchObject({ state: 'clearing', nextAt })
  await ErasureModel.deleteOne({ _id: String(asha._id) })
})

it('saves the tail only with the erasures that it can have', async () => {
  // The next one continues where this one ends, so that it has something to save.
  await (await kit.followFromNow()).stop()
  const path = join(kit.folder, 'erasures.jsonl')
  const aside = `${path}.aside`
  if (existsSync(path)) renameSync(path, aside)
  // Can neither be read nor written, also by root.
  mkdirSync(path)
  await eraseAsha()
  const before = await listSegments(kit.folder)
  interruptions = 0
  const failing = kit.follow()
  await until(
    async () => interruptions,
    (count) => count > 0,
  )
  await failing.stop()
  expect(await listSegments(kit.folder)).toEqual(before)

  rmdirSync(path)
  if (existsSync(aside)) renameSync(aside, path)
  await (await kit.followFromNow()).stop()
  expect((await listSegments(kit.folder)).length).toBeGreaterThan(before.length)
  const lines = list()
    .split('\n')
    .filter((line) => line.includes(String(asha._id)))
  expect(lines).toHaveLength(1)
})

it('restores nothing while a line of the list cannot be read', async () => {
  const backup = await backUp()
  appendFileSync(join(kit.folder, 'erasures.jsonl'), '{"userId":"u1"}\n')
  const args = ['--identity', kit.identityFile, '--database', `${mongoose.connection.name}-x`]
  const answer = await kit.cli('restore', ...args, '--backup', backup)
  expect(answer).toMatchObject({ code: 1, stderr: expect.stringMatching(/^Line \d+ of erasures.jsonl/) })
})
