import { myOrders } from '@jhatpat/shared/contracts/accounts.ts'
import * as calls from '@jhatpat/shared/contracts/orders.ts'
import type { IUser } from '@jhatpat/shared/domain/accounts/index.ts'
import { type OrderDoc, OrderModel } from '@jhatpat/shared/domain/orders/index.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buy, orderBody, refusalOf } from '../../support/buying.ts'
import { insertCustomer } from '../../support/people.ts'
import type { Person } from '../../support/person.ts'
import { queriesOf } from '../../support/queries-of.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { insertShop } from '../../support/shop.ts'

const total = 10_000
const hourMs = 3_600_000
const newest = Date.parse('2026-11-21T20:00:00Z')
const statuses = ['Completed', 'Completed', 'Refunded', 'Processing', 'Failed'] as const

let service: Service
let user: IUser
let asha: Person

/** Ten thousand orders of one customer, one an hour, and as many of another between them. */
beforeAll(async () => {
  service = await startService()
  const shop = await insertShop()
  user = await insertCustomer()
  asha = await service.as(user)
  const other = await insertCustomer()
  const id = await buy(asha, orderBody(user, shop.manual))
  const sample = (await OrderModel.findById(id).lean<OrderDoc>())!
  await OrderModel.deleteOne({ _id: id })
  const order = (index: number, owner: IUser, mark: string) => ({
    ...sample,
    _id: `JP2611${mark}${String(index).padStart(6, '0')}`,
    userId: owner._id,
    input1: index === 7_777 ? 'Rare.Player(1)@mail.test' : `player${index % 50}`,
    status: statuses[index % 5],
    createdAt: new Date(newest - index * hourMs),
  })
  const rows = Array.from({ length: total }, (_, index) => index)
  await OrderModel.collection.insertMany(rows.map((index) => order(index, user, 'AA')) as never)
  await OrderModel.collection.insertMany(rows.map((index) => order(index, other, 'BB')) as never)
}, 240_000)
afterAll(() => service.stop())

type Query = NonNullable<NonNullable<Parameters<typeof asha.call<typeof calls.orderList>>[1]>['query']>
const list = (query: Query) => asha.call(calls.orderList, { params: { userId: user.userid }, query })
const count = (query: object = {}) => asha.call(calls.orderCount, { params: { userId: user.userid }, query })
const idOf = (index: number) => `JP2611AA${String(index).padStart(6, '0')}`
const idsOf = (orders: calls.Order[]) => orders.map(({ orderid }) => orderid)

describe('ten thousand orders of one customer', () => {
  it('are listed page by page, each one once', async () => {
    expect(idsOf(await list({ limit: 50 }))).toEqual(Array.from({ length: 50 }, (_, index) => idOf(index)))
    expect(idsOf(await list({ limit: 3, page: 2 }))).toEqual([3, 4, 5].map(idOf))
    expect(idsOf(await list({ limit: 50, page: 200 })).at(-1)).toBe(idOf(total - 1))
    expect(await list({ limit: 50, page: 201 })).toEqual([])
    expect(await count()).toEqual({ matching: total, all: total })
  })

  it('are filtered by status, and counted', async () => {
    const refunded = await list({ status: 'Refunded', limit: 2, page: 2 })
    expect(idsOf(refunded)).toEqual([idOf(12), idOf(17)])
    expect(await count({ status: 'Refunded' })).toEqual({ matching: total / 5, all: total })
    expect(await count({ status: 'Created' })).toEqual({ matching: 0, all: total })
  })

  it('ORD-03 are found by a part of the OrderId, pasted as it is shown, and by a part of the Uid/Email in any case', async () => {
    expect(idsOf(await list({ by: 'OrderId', q: 'jp-2611aa-007777' }))).toEqual([idOf(7_777)])
    expect(await count({ by: 'OrderId', q: '00777' })).toEqual({ matching: 11, all: total })
    expect(idsOf(await list({ by: 'Uid/Email', q: 'rare.player(1)@MAIL' }))).toEqual([idOf(7_777)])
    expect(await count({ q: 'rare' })).toEqual({ matching: 1, all: total })
    expect(await count({ q: 'rare*' })).toEqual({ matching: 0, all: total })
    expect(await count({ q: '.*' })).toEqual({ matching: 0, all: total })
  })

  it('are selected by whole days in India, both ends included', async () => {
    const day = { from: '2026-11-20', to: '2026-11-20' }
    const times = (await list(day)).map(({ createdAt }) => createdAt)
    expect(times).toHaveLength(24)
    expect([times.at(0), times.at(-1)]).toEqual(['2026-11-20T18:00:00.000Z', '2026-11-19T19:00:00.000Z'])
    expect(await count({ to: '2026-11-19' })).toEqual({ matching: total - 50, all: total })
    expect(await count({ from: '2026-11-22' })).toEqual({ matching: 2, all: total })
  })

  it('are listed below a cursor together with any filter', async () => {
    const first = await list({ status: 'Refunded', limit: 2, from: '2026-11-01' })
    const next = await list({
      status: 'Refunded',
      limit: 2,
      from: '2026-11-01',
      cursor: first.at(-1)?.orderid,
    })
    expect(idsOf(next)).toEqual([idOf(12), idOf(17)])
  })

  it.each([
    { status: 'Nonsense' },
    { from: '2026-13-40' },
    { to: '21-11-2026' },
    { page: 0 },
    { by: 'useremail' },
  ])('refuse the query %o', async (query) => {
    expect(await refusalOf(list(query as Query))).toMatchObject({ status: 400 })
  })

  it.each<[string, Query]>([
    ['all', {}],
    ['a late page', { page: 200 }],
    ['a status', { status: 'Refunded' }],
    ['a part of the id', { by: 'OrderId', q: '007777' }],
    ['a part of the Uid', { q: 'rare' }],
    ['days', { from: '2026-01-01', to: '2026-06-30' }],
    ['all at once', { q: 'player7', status: 'Refunded', from: '2026-01-01' }],
    ['what stands below a cursor', { cursor: idOf(5_000), status: 'Refunded' }],
  ])('are read by their index, no more of them than are shown: %s', async (_what, query) => {
    const { cursor, page, ...filters } = query
    const queries = await queriesOf(OrderModel, async () => {
      await list({ ...query, limit: 50 })
      await count(filters)
    })
    expect(queries.length).toBeGreaterThanOrEqual(4)
    for (const { plan, sortsInMemory } of queries) {
      expect(plan).toMatch(
        /^(IXSCAN \{ userId: 1, createdAt: -1|IXSCAN \{ _id: 1 \}|IDHACK|EXPRESS|COUNT_SCAN)/,
      )
      expect(sortsInMemory).toBe(false)
    }
    const documents = queries.reduce((sum, { documentsRead }) => sum + documentsRead, 0)
    expect(documents).toBeLessThanOrEqual(cursor ? 110 : 50)
  })

  it('are counted for the profile without reading one', async () => {
    const queries = await queriesOf(OrderModel, () =>
      asha.call(myOrders, { params: { _id: String(user._id) } }).then(({ total_order, refunded }) => {
        expect([total_order, refunded]).toEqual([total, total / 5])
      }),
    )
    expect(queries.map(({ documentsRead }) => documentsRead)).toEqual([0])
  })
})
