import type { QueryInputOf } from '@jhatpat/shared/contracts/route.ts'
import { usersCsv, usersData } from '@jhatpat/shared/contracts/users.ts'
import type { IUser } from '@jhatpat/shared/domain/accounts/index.ts'
import { UserModel } from '@jhatpat/shared/domain/accounts/index.ts'
import { AuditModel } from '@jhatpat/shared/domain/audit/index.ts'
import { Types } from 'mongoose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { auditRows } from '../../support/audit-rows.ts'
import { giveMoney, refusalOf } from '../../support/buying.ts'
import { insertAdmin, insertCustomer } from '../../support/people.ts'
import type { Person } from '../../support/person.ts'
import { queriesOf } from '../../support/queries-of.ts'
import { type Service, startService } from '../../support/service-harness.ts'

let service: Service
let meera: Person
let asha: IUser
let made: IUser[]

beforeAll(async () => {
  service = await startService()
  meera = await service.as(
    await insertAdmin({ name: 'Meera Iyer', email: 'meera@shop.test', userid: 'umeera01' }),
  )
  made = []
  for (let number = 0; number < 30; number++) made.push(await insertCustomer({ name: `Person ${number}` }))
  asha = await insertCustomer({
    name: 'Ásha Rao',
    email: 'asha.rao@mail.test',
    userid: 'uasha001',
    mobilenumber: '9876543210',
  })
  await giveMoney(asha, 257_150)
})
afterAll(() => service.stop())

type Query = QueryInputOf<typeof usersData>
const list = (query: Query = {}) => meera.call(usersData, { query })
const found = async (q: string) => (await list({ q })).users.map(({ userid }) => userid)

describe('GET /admin/users_data', () => {
  it('CALL-45 replies with users, totalPages and totalCount, and each user with all stored fields', async () => {
    const reply = await list({ page: 1, limit: 50 })
    expect(reply).toMatchObject({ totalPages: 1, totalCount: 32, isTruncated: false })
    expect(reply.users[0]).toEqual({
      _id: String(asha._id),
      userid: 'uasha001',
      name: 'Ásha Rao',
      email: 'asha.rao@mail.test',
      mobilenumber: '9876543210',
      role: 'user',
      balance: 2571.5,
      verified: 'true',
      isBlocked: 'false',
      createdAt: asha.createdAt.toISOString(),
      updatedAt: asha.updatedAt.toISOString(),
    })
    expect(JSON.stringify(reply)).not.toContain('argon2')
  })

  it('CALL-46 gives 25 without a limit, the newest first, and every user once over all pages', async () => {
    const [first, second, third] = await Promise.all([list(), list({ page: 2 }), list({ page: 3 })])
    expect([first.users.length, second.users.length, third.users.length]).toEqual([25, 7, 0])
    expect(first.totalPages).toBe(2)
    const ids = [...first.users, ...second.users].map(({ _id }) => _id)
    expect(new Set(ids).size).toBe(32)
    expect(ids.slice(0, 2)).toEqual([String(asha._id), String(made.at(-1)?._id)])
  })

  it.each([
    ['a name in another case, without its accent', 'asha r'],
    ['an e-mail', 'Asha.Rao@'],
    ['a mobile number', '98765'],
    ['a mobile number as people write it', '+91 98765 43210'],
    ['the short id', 'UASHA0'],
    ['the _id', ''],
  ])('finds a user by %s', async (_what, q) => {
    expect(await found(q || String(asha._id))).toEqual(['uasha001'])
  })

  it('finds no user by a substring, an operator or a pattern', async () => {
    for (const q of ['sha', 'rao', '.*', '$ne', '{"$gt":""}', String(new Types.ObjectId())]) {
      expect(await found(q), q).toEqual([])
    }
  })

  it('paginates what it finds, and says when there is more than it reads', async () => {
    const [first, second] = [await list({ q: 'person' }), await list({ q: 'person', page: 2 })]
    expect(first).toMatchObject({ totalCount: 30, totalPages: 2, isTruncated: false })
    expect(new Set([...first.users, ...second.users].map(({ _id }) => _id)).size).toBe(30)
    const many = Array.from({ length: 501 }, (_none, number) => ({
      ...asha,
      _id: new Types.ObjectId(),
      name: `Crowd ${number}`,
      userid: `uc${number}`,
      email: `crowd${number}@x.test`,
      mobilenumber: String(8_000_000_000 + number),
    }))
    await UserModel.collection.insertMany(many)
    expect(await list({ q: 'crowd' })).toMatchObject({ totalCount: 500, isTruncated: true })
  })
})

const total = 10_000
const at = (index: number) => new Date(Date.parse('2026-11-01T00:00:00Z') - Math.floor(index / 3) * 60_000)

/**
 * Of a hundred one is a reseller, of ten one is not verified: rare values must not be searched among all
 * others.
 */
async function putManyUsers(): Promise<void> {
  await UserModel.deleteMany({ email: { $not: /^meera/ } })
  const rows = Array.from({ length: total - 1 }, (_none, index) => ({
    ...asha,
    _id: new Types.ObjectId(),
    name: `Row ${index}`,
    userid: `ur${index}`,
    createdAt: at(index),
    email: `row${index}@x.test`,
    mobilenumber: String(7_000_000_000 + index),
    role: index % 100 === 7 ? 'reseller' : 'user',
    verified: index % 10 !== 0,
    isBlocked: index % 50 === 3,
  }))
  await UserModel.collection.insertMany(rows as never)
}

describe('ten thousand users', () => {
  beforeAll(putManyUsers, 120_000)

  it('are listed once each by cursors, forwards and backwards, as by page numbers', async () => {
    const listed: string[] = []
    let cursor: string | null = null
    do {
      const page = await list({ limit: 500, ...(cursor ? { cursor } : {}) })
      expect(page).toMatchObject({ totalCount: total, totalPages: 20, hasMore: false })
      listed.push(...page.users.map(({ _id }) => _id))
      cursor = page.next
    } while (cursor)
    expect(new Set(listed).size).toBe(total)
    const third = await list({ limit: 500, page: 3 })
    expect(third.users.map(({ _id }) => _id)).toEqual(listed.slice(1_000, 1_500))
    const before = String(third.previous)
    expect((await list({ limit: 500, before })).users.map(({ _id }) => _id)).toEqual(listed.slice(500, 1_000))
  }, 60_000)

  it.each<[Query, number]>([
    [{ role: 'reseller' }, 100],
    [{ verified: 'false' }, 1_000],
    [{ isBlocked: 'true' }, 200],
    [{ role: 'reseller', isBlocked: 'true' }, 0],
    [{ role: 'user', verified: 'true', isBlocked: 'false' }, 8_699],
  ])('are filtered and counted by %o', async (query, count) => {
    const { users, totalCount } = await list({ ...query, limit: 500 })
    expect(totalCount).toBe(count)
    expect(users).toHaveLength(Math.min(500, count))
    for (const user of users) expect(user).toMatchObject(query)
  })

  it('are listed the oldest first on request', async () => {
    const { users } = await list({ sort: 'createdAt', limit: 3 })
    expect(users.map(({ createdAt }) => createdAt)).toEqual(Array(3).fill(at(total - 2).toISOString()))
  })

  it('are searched within the filters', async () => {
    expect(await list({ q: 'row 7', role: 'reseller', limit: 500 })).toMatchObject({ isTruncated: true })
    expect((await list({ q: 'row 70', role: 'reseller' })).users.map(({ name }) => name)).toEqual([
      'Row 7007',
      'Row 707',
    ])
    expect((await list({ q: 'row 707', isBlocked: 'true' })).users).toEqual([])
  })

  it.each([
    { cursor: '17.c0ffee' },
    { cursor: '17.$ne' },
    { sort: 'name' },
    { role: 'owner' },
    { verified: 'yes' },
  ])('refuse the query %o', async (query) => {
    expect(await refusalOf(list(query as Query))).toMatchObject({ status: 400 })
  })

  const deep = `${at(5_000).getTime()}.ffffffffffffffffffffffff`
  it.each<[string, Query]>([
    ['all', {}],
    ['the oldest first', { sort: 'createdAt' }],
    ['a rare role', { role: 'reseller' }],
    ['a role and both flags', { role: 'user', verified: 'true', isBlocked: 'true' }],
    ['one flag, the oldest first', { isBlocked: 'true', sort: 'createdAt' }],
    ['a deep cursor', { cursor: deep }],
    ['above a cursor', { before: deep }],
    ['a search', { q: 'row 7777' }],
  ])('are read from the index, no more than are shown, without a sort: %s', async (_what, query) => {
    const page: Awaited<ReturnType<typeof list>>[] = []
    const queries = await queriesOf(UserModel, async () => void page.push(await list(query)))
    const { users, totalCount } = page[0]!
    expect(users.length).toBeGreaterThan(0)
    for (const { plan, sortsInMemory } of queries) {
      expect(plan).toMatch(/IXSCAN|COUNT_SCAN|RECORD_STORE_FAST_COUNT|IDHACK|EXPRESS/)
      expect(sortsInMemory).toBe(false)
    }
    // One more row decides whether there is a next page; one is the caller, and one the counted owners.
    expect(queries.reduce((sum, { documentsRead }) => sum + documentsRead, 0)).toBeLessThanOrEqual(
      Math.ceil(users.length * 1.1) + 3,
    )
    expect(queries.reduce((sum, { keysRead }) => sum + keysRead, 0)).toBeLessThanOrEqual(
      150 + totalCount * 1.1,
    )
  })

  // Last: the count that it caches would be among the reads of the next test.
  it('refuse a page number that skips a hundred thousand rows', async () => {
    expect(await refusalOf(list({ page: 1_000, limit: 500 }))).toMatchObject({ code: 'page_too_deep' })
  })
})

describe('GET /admin/users_data/csv', () => {
  const csv = async (query: string) =>
    (await meera.request(`/api/admin/users_data/csv${query}`)).text.trimEnd().split('\r\n')

  it('exports every user of the view in its order, with the wallet balance, and is recorded first', async () => {
    const reseller = await UserModel.findOne({ name: 'Row 9907' }).lean<IUser>()
    await giveMoney(reseller!, 12_345)
    const [heads, ...rows] = await csv('?role=reseller&sort=createdAt')
    expect(heads?.replace('\uFEFF', '')).toMatch(/^User ID,Name,Email,Mobile number,Role,Balance/)
    expect(rows).toHaveLength(100)
    expect(rows[0]).toMatch(/^ur9907,Row 9907,row9907@x.test,7000009907,reseller,123.45,Yes,No,2026-/)
    const row = (await auditRows({ action: 'export', target: 'table:users' }))[0]
    expect(row).toMatchObject({ after: { role: 'reseller' }, by: { name: 'Meera Iyer' } })
  })

  it('exports all of them in batches, or the search results', async () => {
    expect(await csv('')).toHaveLength(total + 1)
    expect((await csv('?q=row+70&role=reseller')).slice(1).map((row) => row.split(',')[1])).toEqual([
      'Row 7007',
      'Row 707',
    ])
  })

  it('is refused when a search matches more than it reads, and records no export', async () => {
    const recorded = await AuditModel.countDocuments({ action: 'export' })
    expect(await refusalOf(meera.call(usersCsv, { query: { q: 'row 7', role: 'reseller' } }))).toMatchObject({
      status: 400,
      code: 'search_too_wide',
    })
    expect(await AuditModel.countDocuments({ action: 'export' })).toBe(recorded)
  })
})
