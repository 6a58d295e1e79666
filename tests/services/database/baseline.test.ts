import { migrations } from '@jhatpat/shared/domain/database/index.ts'
import { models } from '@jhatpat/shared/domain/database/models.ts'
import { migrate, UnknownDatabaseError } from '@jhatpat/shared/platform/migrations.ts'
import mongoose from 'mongoose'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Service, startService } from '../../support/service-harness.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())
beforeEach(async () => {
  await mongoose.connection.dropDatabase()
})

const baseline = migrations[0]!.id
const { connection } = mongoose

describe('the first migration', () => {
  it('creates each collection with its indexes in an empty database, once', async () => {
    expect(await migrate(migrations)).toEqual(migrations.map(({ id }) => id))
    for (const model of models) {
      const names = Object.keys(await model.collection.indexInformation())
      expect(names.length, model.collection.name).toBe(model.schema.indexes().length + 1)
    }
    expect(await migrate(migrations)).toEqual([])
  })

  it('is run again where its first run stopped before a document was written', async () => {
    await connection.createCollection('orders')
    expect(await migrate(migrations)).toContain(baseline)
  })

  it('refuses a database of an earlier version, and changes nothing in it', async () => {
    await connection.collection('orders').insertOne({ orderid: 'JP261120PLAINONE' })
    await connection.collection<{ _id: string }>('migrations').insertOne({ _id: '0086-sms-numbers' })
    await expect(migrate(migrations)).rejects.toThrow(UnknownDatabaseError)
    await expect(migrate(migrations)).rejects.toThrow('npm run reset')
    const names = (await connection.listCollections()).map(({ name }) => name)
    expect(names.toSorted()).toEqual(['migrations', 'orders'])
    expect(await connection.collection('migrations').countDocuments()).toBe(1)
  })
})
