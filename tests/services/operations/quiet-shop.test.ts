import { SessionModel } from '@jhatpat/shared/domain/accounts/index.ts'
import { prepareDatabase } from '@jhatpat/shared/domain/database/index.ts'
import { OrderModel } from '@jhatpat/shared/domain/orders/index.ts'
import { followQuietMode, RestorationModel, readQuietMode } from '@jhatpat/shared/domain/recovery/index.ts'
import type { Logger } from '@jhatpat/shared/platform/logger.ts'
import { shopAppName } from '@jhatpat/shared/platform/mongo.ts'
import mongoose from 'mongoose'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { writeRecord } from '../../../scripts/backup/distrust-state.ts'
import { startWhenOpen } from '../../../workers/src/start-when-open.ts'
import { buy, giveMoney, orderBody, until } from '../../support/buying.ts'
import { insertCustomer } from '../../support/people.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { insertShop } from '../../support/shop.ts'
import { type BackupKit, createBackupKit, quietModeIsRead } from './backup-kit.ts'

let service: Service
let kit: BackupKit

beforeAll(async () => {
  service = await startService()
  kit = await createBackupKit(service)
})
afterEach(() => restorations().deleteMany({}))
afterAll(async () => {
  await kit.remove()
  await service.stop()
})

const restorations = () => mongoose.connection.collection<{ _id: string }>('restorations')
const record = (changes: object = {}) =>
  RestorationModel.create({
    _id: 'shop',
    backup: '20261129T140200Z',
    restoredTo: new Date(),
    startedAt: new Date(),
    completedAt: new Date(),
    ...changes,
  })
const open = () => RestorationModel.updateOne({ _id: 'shop' }, { $set: { openedAt: new Date() } })

/** What mongorestore does: the same documents in a collection of another id. */
async function copyByAnotherTool() {
  const documents = await restorations().find().toArray()
  await restorations().drop()
  await RestorationModel.createCollection()
  if (documents.length > 0) await restorations().insertMany(documents)
}

describe('a database that was copied by another tool', () => {
  it('is quiet without any record, and stays open where it was prepared', async () => {
    expect(await readQuietMode()).toBeUndefined()
    await prepareDatabase()
    expect(await readQuietMode()).toBeUndefined()
    await copyByAnotherTool()
    expect(await readQuietMode()).toMatchObject({ restoration: undefined })
    await prepareDatabase()
    expect(await readQuietMode()).toBeDefined()
  })

  it('is quiet although the copied shop had been restored and opened before', async () => {
    await prepareDatabase()
    await record({ openedAt: new Date() })
    expect(await readQuietMode()).toBeUndefined()
    await copyByAnotherTool()
    expect(await readQuietMode()).toMatchObject({ restoration: undefined })
  })

  it('is not opened before it is adopted, which verifies what is open and ends all sessions', async () => {
    const shop = await insertShop()
    const customer = await insertCustomer()
    const person = await service.as(customer)
    await giveMoney(customer, 100_000)
    const body = orderBody(customer, shop.crystals, {
      paymentmode: 'wallet',
      input1: '870000900',
      input2: 'Asia',
    })
    const id = await buy(person, body)
    await prepareDatabase()
    await copyByAnotherTool()
    for (const command of ['restore:open', 'restore:review'])
      expect(await kit.cli(command)).toMatchObject({
        code: 2,
        stderr: expect.stringContaining('restore:adopt first'),
      })
    const at = '2026-11-29T14:02:00Z'
    expect(await kit.cli('restore:adopt', '--at', at)).toMatchObject({ code: 0 })
    expect((await OrderModel.findById(id))?.units[0]).toMatchObject({ isUnverified: true })
    expect(await SessionModel.countDocuments({})).toBe(0)
    expect(await kit.cli('restore:open')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('restore:review first'),
    })
    expect(await kit.cli('restore:review')).toMatchObject({ code: 0 })
    expect(await kit.cli('restore:open')).toMatchObject({ code: 2 })
    expect(await kit.cli('restore:open', '--incomplete')).toMatchObject({ code: 0 })
    expect(await readQuietMode()).toBeUndefined()
  })

  it('is not adopted while a process connects before its record is written, and is adopted after that', async () => {
    await prepareDatabase()
    await copyByAnotherTool()
    const uri = service.env.MONGODB_URI
    const shopProcess = new mongoose.mongo.MongoClient(uri, { appName: shopAppName(uri) })
    const { Collection } = mongoose.mongo
    const { bulkWrite } = Collection.prototype
    const writing = vi.spyOn(Collection.prototype, 'bulkWrite').mockImplementationOnce(async function (
      this: InstanceType<typeof Collection>,
      ...args
    ) {
      await shopProcess.db().command({ ping: 1 })
      return bulkWrite.apply(this, args)
    })
    await SessionModel.collection.insertOne({ _id: 'open' as never })
    const at = '2026-11-29T14:02:00Z'
    const refused = await kit.cli('restore:adopt', '--at', at)
    writing.mockRestore()
    await shopProcess.close()
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('run restore:adopt again') })
    expect(await SessionModel.countDocuments({})).toBe(1)
    expect(await readQuietMode()).toMatchObject({ restoration: { completedAt: null, openedAt: null } })
    expect(await kit.cli('restore:open')).toMatchObject({ code: 2 })
    expect(await kit.cli('restore:adopt', '--at', at)).toMatchObject({ code: 0 })
    expect(await SessionModel.countDocuments({})).toBe(0)
  })

  it('is opened only by the review that was judged, and once', async () => {
    const at = new Date('2026-11-29T14:02:00Z')
    const review = { unknownPaise: 0, unknownPayments: 0, unknownPurchases: 0, missing: [] }
    await record({ review: { at, ...review } })
    const missing = ['upigateway: it did not answer about some payments']
    const { updateOne } = RestorationModel
    const writing = vi.spyOn(RestorationModel, 'updateOne').mockImplementationOnce(((...args: unknown[]) => {
      const later = { review: { at: new Date(at.getTime() + 1), ...review, missing } }
      const another = restorations().updateOne({ _id: 'shop' }, { $set: later })
      return another.then(() => Reflect.apply(updateOne, RestorationModel, args))
    }) as never)
    const refused = await kit.cli('restore:open')
    writing.mockRestore()
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('was reviewed again') })
    expect(await readQuietMode()).toMatchObject({ restoration: { openedAt: null, review: { missing } } })
    const both = [kit.cli('restore:open', '--incomplete'), kit.cli('restore:open', '--incomplete')]
    const codes = (await Promise.all(both)).map(({ code }) => code)
    expect(codes.toSorted((a, b) => a - b)).toEqual([0, 2])
  })

  it('keeps the review by which it was opened', async () => {
    await record()
    const { updateOne } = RestorationModel
    const writing = vi
      .spyOn(RestorationModel, 'updateOne')
      .mockImplementationOnce(((...args: unknown[]) =>
        open().then(() => Reflect.apply(updateOne, RestorationModel, args))) as never)
    const refused = await kit.cli('restore:review')
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('was opened') })
    writing.mockRestore()
    expect(await RestorationModel.findById('shop').lean()).toMatchObject({ review: null })
  })
})

describe('a quiet shop', () => {
  it('is not opened by deleting the record of its restoration', async () => {
    const db = mongoose.connection.getClient().db(mongoose.connection.name)
    const now = service.clock.now()
    await writeRecord(db, { backup: '20261129T140200Z', restoredTo: now, startedAt: now })
    expect(await readQuietMode()).toMatchObject({ restoration: { openedAt: null } })
    await restorations().deleteOne({ _id: 'shop' })
    await prepareDatabase()
    expect(await readQuietMode()).toMatchObject({ restoration: undefined })
  })

  it('stays quiet without its record, as when the database is dropped to be restored again', async () => {
    await record()
    const quietMode = await followQuietMode(service.deps.log)
    await restorations().deleteMany({})
    await quietModeIsRead(2)
    expect(quietMode.current()).toBeDefined()
    await record()
    await open()
    await until(
      async () => quietMode.current(),
      (quiet) => quiet === undefined,
    )
    await quietMode.stop()
  })

  it('ends a workers process that cannot start once the shop is open', async () => {
    await record()
    const failures: unknown[] = []
    const logged: unknown[] = []
    const log = { warn: (...line: unknown[]) => logged.push(line.at(-1)) } as unknown as Logger
    const broken = new Error('Redis may evict')
    const workers = await startWhenOpen(
      { ...service.deps, log },
      (error) => failures.push(error),
      () => Promise.reject(broken),
    )
    await quietModeIsRead(2)
    expect(failures).toEqual([])
    await open()
    await expect.poll(() => logged, { timeout: 15_000 }).toContain('quiet mode ended')
    expect(failures).toEqual([broken])
    await workers.stop()
  })
})
