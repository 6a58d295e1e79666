import { usersCsv, usersData } from '@jhatpat/shared/contracts/users.ts'
import { type IUser, UserModel } from '@jhatpat/shared/domain/accounts/index.ts'
import { AuditModel } from '@jhatpat/shared/domain/audit/index.ts'
import { exportUsers } from '@jhatpat/shared/domain/back-office/index.ts'
import { WalletModel } from '@jhatpat/shared/domain/wallet/index.ts'
import { Types } from 'mongoose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { giveMoney, refusalOf } from '../../support/buying.ts'
import { insertAdmin, insertCustomer } from '../../support/people.ts'
import type { Person } from '../../support/person.ts'
import { queriesOf } from '../../support/queries-of.ts'
import { type Service, startService } from '../../support/service-harness.ts'

let service: Service
let meera: Person
let asha: IUser
beforeAll(async () => {
  service = await startService()
  meera = await service.as(await insertAdmin({ name: 'Meera Iyer' }))
  asha = await insertCustomer()
})
afterAll(() => service.stop())

type Query = NonNullable<NonNullable<Parameters<typeof meera.call<typeof usersData>>[1]>['query']>
const list = (query: Query = {}) => meera.call(usersData, { query })

it('every new user has a wallet, so that a list by balance is complete', async () => {
  expect(await WalletModel.findById(asha._id).lean()).toMatchObject({ balancePaise: 0, version: 0 })
  await giveMoney(asha, 12_345)
  const { users } = await list({ sort: '-balance' })
  expect(users.map(({ balance }) => balance)).toEqual([123.45, 0])
  expect(users[0]?._id).toBe(String(asha._id))
})

describe('ten thousand users by balance', () => {
  const total = 10_000
  let emptyWallets: string[] = []
  const paiseOf = (index: number) => (index % 4 === 0 ? 0 : Math.floor(index / 3) * 5)

  beforeAll(async () => {
    await UserModel.deleteMany({ email: { $not: /meera|anita|asha/i } })
    const others = await UserModel.countDocuments()
    const rows = Array.from({ length: total - others }, (_none, index) => ({
      ...asha,
      _id: new Types.ObjectId(),
      name: `Row ${index}`,
      userid: `ur${index}`,
      email: `row${index}@x.test`,
      mobilenumber: String(7_000_000_000 + index),
    }))
    await UserModel.collection.insertMany(rows as never)
    const wallets = rows.map(({ _id }, index) => ({ _id, balancePaise: paiseOf(index), version: 1 }))
    await WalletModel.collection.insertMany(wallets as never)
    const empty = await WalletModel.find({ balancePaise: 0 }).sort({ _id: 1 }).lean()
    emptyWallets = empty.map(({ _id }) => String(_id))
    expect(emptyWallets.length).toBeGreaterThan(2_000)
  }, 120_000)

  it.each(['-balance', 'balance'] as const)(
    'are listed once each, in order, forwards and backwards: %s',
    async (sort) => {
      const listed: { _id: string; balance: number }[] = []
      let cursor: string | null = null
      do {
        const page = await list({ sort, limit: 500, ...(cursor ? { cursor } : {}) })
        expect(page).toMatchObject({ totalCount: total, totalPages: 20 })
        listed.push(...page.users)
        cursor = page.next
      } while (cursor)
      expect(new Set(listed.map(({ _id }) => _id)).size).toBe(total)
      const amounts = listed.map(({ balance }) => balance)
      expect(amounts).toEqual(amounts.toSorted((a, b) => (sort === 'balance' ? a - b : b - a)))
      const third = await list({ sort, limit: 500, page: 3 })
      expect(third.users.map(({ _id }) => _id)).toEqual(listed.slice(1_000, 1_500).map(({ _id }) => _id))
      const back = await list({ sort, limit: 500, before: String(third.previous) })
      expect(back.users.map(({ _id }) => _id)).toEqual(listed.slice(500, 1_000).map(({ _id }) => _id))
    },
    60_000,
  )

  /** In the middle of the users with an equal balance of zero. */
  const poor = () => `0.${emptyWallets[Math.floor(emptyWallets.length / 2)]}`
  it.each<[string, Query | (() => Query)]>([
    ['among those with nothing', () => ({ sort: '-balance', cursor: poor() })],
    ['among those with nothing, the poorest first', () => ({ sort: 'balance', cursor: poor() })],
    ['above one with nothing', () => ({ sort: '-balance', before: poor() })],
    ['the richest', { sort: '-balance' }],
    ['the poorest', { sort: 'balance' }],
    ['a deep cursor', { sort: '-balance', cursor: `${paiseOf(5_001)}.ffffffffffffffffffffffff` }],
    ['above a cursor', { sort: '-balance', before: `${paiseOf(5_001)}.ffffffffffffffffffffffff` }],
    ['a page', { sort: 'balance', page: 9 }],
  ])('are read from the index, no more than are shown, without a sort: %s', async (_what, asked) => {
    const query = typeof asked === 'function' ? asked() : asked
    let shown = 0
    const listPage = async () => {
      shown = (await list(query)).users.length
    }
    const ofWallets = await queriesOf(WalletModel, listPage)
    const ofUsers = await queriesOf(UserModel, listPage)
    const documents = (reads: typeof ofUsers) =>
      reads.reduce((sum, { documentsRead }) => sum + documentsRead, 0)
    expect(shown).toBe(25)
    for (const { plan, sortsInMemory } of [...ofWallets, ...ofUsers]) {
      expect(plan).toMatch(/IXSCAN|COUNT_SCAN|RECORD_STORE_FAST_COUNT|IDHACK|EXPRESS/)
      expect(sortsInMemory).toBe(false)
    }
    // One more row decides whether there is a next page; the caller is one of the users.
    expect(documents(ofWallets)).toBeLessThanOrEqual(shown + 1)
    expect(documents(ofUsers)).toBeLessThanOrEqual(shown + 2)
    const walked = Number(query.page ?? 1) * 25
    expect(ofWallets.reduce((sum, { keysRead }) => sum + keysRead, 0)).toBeLessThanOrEqual(walked + 60)
  })

  it.each(['role', 'verified', 'isBlocked'] as const)(
    'refuse a filter in addition, with the reason: %s',
    async (field) => {
      const query = { sort: '-balance', [field]: field === 'role' ? 'user' : 'true' } as Query
      const refusal = { status: 400, code: 'invalid_request', field }
      expect(await refusalOf(list(query))).toMatchObject({
        ...refusal,
        message: expect.stringContaining('balance'),
      })
      expect(await refusalOf(meera.call(usersCsv, { query }))).toMatchObject(refusal)
      expect(await AuditModel.countDocuments({ action: 'export' })).toBe(0)
    },
  )

  it('are exported in that order, all of them', async () => {
    const csv = await meera.request('/api/admin/users_data/csv?sort=-balance')
    const amounts = csv.text
      .trimEnd()
      .split('\r\n')
      .slice(1)
      .map((row) => Number(row.split(',')[5]))
    expect(amounts).toHaveLength(total)
    expect(amounts).toEqual(amounts.toSorted((a, b) => b - a))
  })

  it('are exported once each, though balances change meanwhile', async () => {
    const actor = { userId: String(asha._id), name: 'Asha' }
    const parts = await exportUsers({ clock: service.clock, actor }, { sort: '-balance' })
    const rows: string[] = []
    for await (const part of parts) {
      const isFirst = rows.length === 1
      rows.push(...part.trimEnd().split('\r\n'))
      if (!isFirst) continue
      const [richest, poorest] = [rows[1]?.split(',').at(-1), emptyWallets[0]].map(
        (id) => new Types.ObjectId(id),
      )
      await WalletModel.updateOne({ _id: richest! }, { $set: { balancePaise: 1 } })
      await WalletModel.updateOne({ _id: poorest! }, { $set: { balancePaise: 9_000_000 } })
    }
    const ids = rows.slice(1).map((row) => row.split(',').at(-1))
    expect(ids).toHaveLength(total)
    expect(new Set(ids).size).toBe(total)
  })
})
