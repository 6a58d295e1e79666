import {
  type Migration,
  migrate,
  migrationStatus,
  NewerDatabaseError,
  requirePreparedDatabase,
} from '@jhatpat/shared/platform/migrations.ts'
import mongoose from 'mongoose'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Service, startService } from '../../support/service-harness.ts'

/** `nickname` becomes `displayName`: the next version writes both until no former process reads the former field. */
interface Player {
  _id: string
  nickname?: string
  displayName?: string
}

const players = () => mongoose.connection.collection<Player>('players')

const former: Migration[] = [
  {
    id: '0001-players',
    kind: 'expand',
    run: async () => void (await players().insertOne({ _id: 'first', nickname: 'RaviOP' })),
  },
]
const next: Migration[] = [
  ...former,
  {
    id: '0002-copy-names',
    kind: 'expand',
    run: async () =>
      void (await players().updateMany({}, [
        { $set: { displayName: { $ifNull: ['$displayName', '$nickname'] } } },
      ])),
  },
  {
    id: '0003-drop-nicknames',
    kind: 'contract',
    run: async () => void (await players().updateMany({}, { $unset: { nickname: 1 } })),
  },
]

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())
beforeEach(async () => {
  await mongoose.connection.dropDatabase()
  await migrate(former)
})

describe('an upgrade while the former version serves', () => {
  it('runs what expands; a former process starts and works, also after the next version was rolled back', async () => {
    expect(await migrate(next)).toEqual(['0002-copy-names'])
    await expect(requirePreparedDatabase(next)).resolves.toBeUndefined()
    await expect(requirePreparedDatabase(former)).resolves.toBeUndefined()
    expect(await migrate(former)).toEqual([])
    await players().insertOne({ _id: 'second', nickname: 'Asha' })
    expect(await players().findOne({ _id: 'first' })).toMatchObject({
      nickname: 'RaviOP',
      displayName: 'RaviOP',
    })
    expect(await migrationStatus(next)).toMatchObject({
      pending: [],
      contracting: ['0003-drop-nicknames'],
      unknown: [],
    })
    expect(await migrationStatus(former)).toMatchObject({ pending: [], contracting: [], unknown: [] })
  })

  it('refuses former processes once a step has run that they cannot work with', async () => {
    await migrate(next)
    expect(await migrate(next, { contract: true })).toEqual(['0003-drop-nicknames'])
    expect(await players().findOne({ _id: 'first' })).toEqual({ _id: 'first', displayName: 'RaviOP' })
    await expect(requirePreparedDatabase(former)).rejects.toThrow('0003-drop-nicknames')
    await expect(migrate(former)).rejects.toThrow(NewerDatabaseError)
    await expect(requirePreparedDatabase(next)).resolves.toBeUndefined()
    expect(await migrate(next, { contract: true })).toEqual([])
  })

  it('takes an unknown step without a kind for one that it cannot work with', async () => {
    await mongoose.connection
      .collection<{ _id: string; at: Date }>('migrations')
      .insertOne({ _id: '0002-of-tomorrow', at: new Date() })
    await expect(requirePreparedDatabase(former)).rejects.toThrow('0002-of-tomorrow')
  })

  it('has nothing to wait for in an empty database', async () => {
    await mongoose.connection.dropDatabase()
    expect(await migrate(next)).toEqual(['0001-players', '0002-copy-names', '0003-drop-nicknames'])
    await expect(requirePreparedDatabase(former)).rejects.toThrow(NewerDatabaseError)
  })
})
