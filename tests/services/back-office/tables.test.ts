import * as calls from '@jhatpat/shared/contracts/admin-lists.ts'
import { OrderModel } from '@jhatpat/shared/domain/orders/index.ts'
import { WalletTransactionModel } from '@jhatpat/shared/domain/wallet/index.ts'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { auditRows } from '../../support/audit-rows.ts'
import { refusalOf } from '../../support/buying.ts'
import { insertAdmin, insertCustomer } from '../../support/people.ts'
import type { Person } from '../../support/person.ts'
import { queriesOf, type Read } from '../../support/queries-of.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { insertManyRows, orderId, total, transactionId } from './many-rows.ts'

let service: Service
let admin: Person

beforeAll(async () => {
  service = await startService()
  const user = await insertCustomer()
  await insertManyRows(await service.as(user), user)
  admin = await service.as(await insertAdmin())
}, 240_000)
afterAll(() => service.stop())

type OrderQuery = NonNullable<NonNullable<Parameters<typeof admin.call<typeof calls.allOrders>>[1]>['query']>
type LineQuery = NonNullable<
  NonNullable<Parameters<typeof admin.call<typeof calls.allWalletTransactions>>[1]>['query']
>
const orders = (query: OrderQuery = {}) => admin.call(calls.allOrders, { query })
const listTransactions = (query: LineQuery = {}) => admin.call(calls.allWalletTransactions, { query })

describe('all orders', () => {
  it('CALL-50 ATXN-01 ATXN-04 are listed 50 at a time unless another size is requested, the newest first, with the total', async () => {
    const first = await orders()
    expect(first).toMatchObject({ totalTxns: total, hasMore: false, previous: null })
    expect(first.transactions).toHaveLength(50)
    const times = first.transactions.map(({ createdAt }) => createdAt)
    expect(times).toEqual(times.toSorted().reverse())
    expect(first.transactions[0]?.orderid).toBe(orderId(2))
    for (const limit of calls.listPageSizes)
      expect((await orders({ limit })).transactions).toHaveLength(limit)
  })

  it('are listed once each, from the first to the last and back, by cursors as by numbers', async () => {
    const listed = new Set<string>()
    let cursor: string | null = null
    let page = 0
    do {
      const slice = await orders({ limit: 500, ...(cursor ? { cursor } : {}) })
      for (const { orderid } of slice.transactions) listed.add(orderid)
      page += 1
      expect(await orders({ limit: 500, page })).toEqual({ ...slice })
      if (page > 1) {
        const { previous: before } = slice
        const back = await orders({ limit: 500, before: String(before) })
        expect(back.transactions).toEqual((await orders({ limit: 500, page: page - 1 })).transactions)
      }
      cursor = slice.next
    } while (cursor)
    expect([listed.size, page]).toEqual([total, total / 500])
  }, 60_000)

  it.each<[OrderQuery, number, (order: calls.OrderRow) => boolean]>([
    [{ status: 'Cancelled' }, 100, ({ status }) => status === 'Cancelled'],
    [{ paymentmode: 'wallet' }, 3_000, ({ paymentmode }) => paymentmode === 'wallet'],
    [{ status: 'Cancelled', paymentmode: 'wallet' }, 100, ({ paymentmode }) => paymentmode === 'wallet'],
    [{ min: 1_000, max: 1_000 }, 50, ({ value }) => value === 1_000],
    [{ from: '2026-11-21', to: '2026-11-21', max: 10 }, 21, ({ value }) => value === 10],
    [{ from: '2026-11-22' }, 273, ({ createdAt }) => createdAt >= '2026-11-21T18:30:00.000Z'],
  ])('ATXN-02 ATXN-03 are filtered and counted by %o', async (query, count, fits) => {
    const page = await orders(query)
    expect(page.totalTxns).toBe(count)
    expect(page.transactions).toHaveLength(Math.min(50, count))
    expect(page.transactions.every(fits)).toBe(true)
  })

  it.each(['Created', 'Processing', 'Completed', 'Refunded', 'Failed', 'Cancelled'] as const)(
    'ATXN-02 are filtered by the status %s',
    async (status) => {
      const { transactions } = await orders({ status })
      expect(new Set(transactions.map((order) => order.status))).toEqual(new Set([status]))
    },
  )

  it('are sorted by price, those of one price by their ids', async () => {
    const { transactions } = await orders({ sort: 'value', limit: 60 })
    expect(transactions.slice(0, 50).map(({ value }) => value)).toEqual(Array(50).fill(10))
    expect(transactions[50]?.value).toBe(15)
    expect((await orders({ sort: '-value' })).transactions[0]?.value).toBe(1_005)
  })

  it.each([
    { status: 'Success' },
    { paymentmode: 'cash' },
    { sort: 'status' },
    { cursor: 'x' },
    { cursor: '12.$ne' },
    { limit: 501 },
    { sort: 'value', from: '2026-11-20' },
    { sort: '-createdAt', min: 100 },
  ])('refuse the query %o', async (query) => {
    expect(await refusalOf(orders(query as OrderQuery))).toMatchObject({ status: 400 })
  })

  it('refuse a page number that skips a hundred thousand rows', async () => {
    expect((await orders({ page: 1_001 })).transactions).toEqual([])
    expect(await refusalOf(orders({ page: 1_002 }))).toMatchObject({
      status: 400,
      code: 'page_too_deep',
    })
  })
})

describe('all wallet transactions', () => {
  it('CALL-51 AWTXN-01 AWTXN-04 are listed 50 at a time unless another size is requested, with the page and the number of pages', async () => {
    const first = await listTransactions()
    expect(first).toMatchObject({ currentPage: 1, totalPages: 200, totalItems: total, hasMore: false })
    expect(first.transactions).toHaveLength(50)
    expect(await listTransactions({ page: 3, limit: 250 })).toMatchObject({ currentPage: 3, totalPages: 40 })
    expect(calls.listPageSizes).toEqual([50, 100, 250, 500])
    for (const limit of calls.listPageSizes)
      expect((await listTransactions({ limit })).transactions).toHaveLength(limit)
  })

  it.each([
    ['Credit', total / 2],
    ['Debit', total / 4],
    ['Refunded', total / 8],
  ] as const)(
    'AWTXN-02 ENT-19 are filtered by the type %s, with refunds as a type of their own',
    async (type, expected) => {
      const page = await listTransactions({ type })
      expect(page.totalItems).toBe(type === 'Credit' ? (total / 8) * 5 : expected)
      expect(new Set(page.transactions.map((transaction) => transaction.type))).toEqual(new Set([type]))
      expect(page.transactions.every(({ amount }) => (type === 'Debit' ? amount < 0 : amount > 0))).toBe(true)
    },
  )

  it.each([
    ['Success', 5],
    ['Failed', 1],
    ['Created', 2],
  ] as const)('AWTXN-03 are filtered by the status %s', async (status, eighths) => {
    const page = await listTransactions({ status })
    expect(page.totalItems).toBe((total / 8) * eighths)
    const statuses = status === 'Created' ? ['Created', 'Processing'] : [status]
    expect(statuses).toEqual(
      expect.arrayContaining([...new Set(page.transactions.map((transaction) => transaction.status))]),
    )
  })

  it.each([
    [{ min: 345 }, (total / 8) * 2, [345, 500]],
    [{ max: -345 }, total / 8, [-345]],
    [{ min: -1, max: 7 }, (total / 8) * 2, [-1, 7]],
  ])('are found by amount, negative for debits: %o', async (query, count, amounts) => {
    const page = await listTransactions({ ...query, limit: 500 })
    expect(page.totalItems).toBe(count)
    const last = await listTransactions({ ...query, limit: 500, sort: 'value' })
    expect(new Set([...page.transactions, ...last.transactions].map(({ amount }) => amount))).toEqual(
      new Set(amounts),
    )
  })
})

const ranges = { from: '2026-11-18', to: '2026-11-20' }

describe('ten thousand rows are read from the index, no more than are shown, without a sort', () => {
  it.each<[string, OrderQuery, number?]>([
    ['all', {}],
    ['the oldest first', { sort: 'createdAt' }],
    ['the dearest first', { sort: '-value' }],
    ['the cheapest first', { sort: 'value' }],
    ['a rare status', { status: 'Cancelled' }],
    ['a rare status, the dearest first', { status: 'Cancelled', sort: '-value' }],
    ['a way to pay', { paymentmode: 'wallet' }],
    ['a way to pay, the cheapest first', { paymentmode: 'wallet', sort: 'value' }],
    ['a status and a way to pay', { status: 'Refunded', paymentmode: 'wallet' }],
    ['days', ranges],
    ['days and a status', { ...ranges, status: 'Refunded' }],
    ['prices, the dearest first', { min: 500, max: 900, sort: '-value' }],
    ['a deep cursor', { cursor: `${Date.parse('2026-11-20T00:00:00Z')}.${orderId(5_000)}` }],
    ['above a cursor', { before: `${Date.parse('2026-11-20T00:00:00Z')}.${orderId(5_000)}` }],
    ['a late page', { page: 150 }, 7_600],
    ['prices among days', { ...ranges, min: 500, max: 900 }, 4_000],
    ['a player', { q: 'player77' }],
  ])('orders: %s', async (_what, query, keys = 120) => {
    const page: Awaited<ReturnType<typeof orders>>[] = []
    const queries = await queriesOf(OrderModel, async () => void page.push(await orders(query)))
    expectServed(queries, page[0]!.transactions.length, { keys, counted: page[0]!.totalTxns })
  })

  it.each<[string, LineQuery, number?]>([
    ['all', {}],
    ['the largest first', { sort: '-value' }],
    ['what came', { type: 'Credit' }, 2_000],
    ['what went, by size', { type: 'Debit', sort: 'value' }],
    ['refunds of some days', { type: 'Refunded', ...ranges }],
    ['amounts, the smallest first', { max: 345, sort: 'value' }],
    ['unfinished top-ups', { status: 'Created' }],
    ['failed ones, the oldest first', { status: 'Failed', sort: 'createdAt' }],
    ['amounts', { min: 345, max: 345 }],
    ['a deep cursor', { cursor: `${Date.parse('2026-11-20T00:00:00Z')}.${transactionId(5_000)}` }],
  ])('wallet transactions: %s', async (_what, query, keys = 150) => {
    const page: Awaited<ReturnType<typeof listTransactions>>[] = []
    const queries = await queriesOf(
      WalletTransactionModel,
      async () => void page.push(await listTransactions(query)),
    )
    expectServed(queries, page[0]!.transactions.length, { keys, counted: page[0]!.totalItems })
  })
})

/** A count reads as many keys as it counts; a page must not read more as the list grows. */
function expectServed(queries: Read[], rows: number, most: { keys: number; counted: number }): void {
  expect(rows).toBeGreaterThan(0)
  for (const { plan, sortsInMemory } of queries) {
    expect(plan).toMatch(/IXSCAN|COUNT_SCAN|RECORD_STORE_FAST_COUNT|IDHACK|EXPRESS/)
    expect(sortsInMemory).toBe(false)
  }
  const documents = queries.reduce((sum, { documentsRead }) => sum + documentsRead, 0)
  expect(documents).toBeGreaterThanOrEqual(rows)
  expect(documents / rows).toBeLessThanOrEqual(1.1)
  const keys = queries.reduce((sum, { keysRead }) => sum + keysRead, 0)
  expect(keys).toBeLessThanOrEqual(most.keys + most.counted * 1.1 + 50)
}

describe('the CSV of a view', () => {
  const csv = (path: string) => admin.request(`/api${path}`)

  it('has every row of the view, in its order, with rupees and Indian time, and no cell that a spreadsheet would run', async () => {
    await OrderModel.collection.updateOne({ _id: orderId(99) as never }, { $set: { input1: '=1+1' } })
    const reply = await csv('/admin/alltxn/csv?status=Cancelled')
    expect(reply.status).toBe(200)
    expect(reply.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(reply.headers.get('content-disposition')).toBe('attachment; filename="orders.csv"')
    const [headings, ...rows] = reply.text.replace('\uFEFF', '').trimEnd().split('\r\n')
    expect(headings).toMatch(/^Order,Product,Item,Player,/)
    const shown = await orders({ status: 'Cancelled', limit: 500 })
    expect(rows.map((row) => row.split(',')[0])).toEqual(shown.transactions.map(({ orderid }) => orderid))
    expect(rows.find((row) => row.startsWith(orderId(99)))).toMatch(
      /,'=1\+1,.*,505\.00,.*,2026-11-22 00:57:00,/,
    )
  })

  it('has all of them in batches, and is recorded with its query and its admin', async () => {
    const reply = await csv('/admin/allwallettxn/csv?from=2026-11-01')
    expect(reply.text.trimEnd().split('\r\n')).toHaveLength(total + 1)
    const row = (await auditRows({ target: 'table:wallet' }))[0]
    expect(row).toMatchObject({ action: 'export', after: { from: '2026-11-01' } })
    expect(row?.by.name).toBeTruthy()
    expect(row?.requestId).toMatch(/^[0-9a-f-]{36}$/)
    expect(row?.from).toMatch(/127\.0\.0\.1$/)
  })

  it('of a search has the search results', async () => {
    const reply = await csv('/admin/alltxn/csv?q=5123998877&status=Failed')
    expect(
      reply.text
        .trimEnd()
        .split('\r\n')
        .slice(1)
        .map((row) => row.split(',')[0]),
    ).toEqual([orderId(7_777)])
    expect((await csv('/admin/alltxn/csv?q=no-such-order')).text.trimEnd().split('\r\n')).toHaveLength(1)
  })

  it('is refused like the list, before any row is written', async () => {
    expect(await csv('/admin/alltxn/csv?sort=value&from=2026-11-01')).toMatchObject({
      status: 400,
      json: { field: 'sort' },
    })
  })
})

describe('a list of more than a thousand', () => {
  it('CALL-50 is not counted again for each page; its number is five seconds old at most', async () => {
    const query = { status: 'Completed' } as const
    const count = async () => (await orders(query)).totalTxns
    // Another test may have counted the same just now.
    let now = performance.now() + 5_000
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now)
    onTestFinished(() => clock.mockRestore())
    const before = await count()
    expect(before).toBeGreaterThan(1_000)
    const _id = 'JP2611ZZ000002' as never
    const row = await OrderModel.collection.findOne({ status: 'Completed' })
    await OrderModel.collection.insertOne({ ...row, _id })
    onTestFinished(async () => void (await OrderModel.collection.deleteOne({ _id })))
    const queries = await queriesOf(OrderModel, () => orders({ ...query, page: 2 }))
    expect(queries.reduce((sum, { keysRead }) => sum + keysRead, 0)).toBeLessThan(500)
    expect(await count()).toBe(before)
    now += 5_000
    expect(await count()).toBe(before + 1)
  })
})

/** Last, since the lengths of the lists are cached for a minute. */
describe('a list of more than ten thousand', () => {
  it('CALL-50 CALL-51 shows the total of all rows, and for a filtered list that there are more than the maximum', async () => {
    const more = [OrderModel, WalletTransactionModel].map(async ({ collection }, place) => {
      const row = await collection.findOne({ _id: (place ? transactionId(1) : orderId(1)) as never })
      await collection.insertOne({ ...row, _id: 'JP2611ZZ000001' as never })
    })
    await Promise.all(more)
    expect(await orders()).toMatchObject({ totalTxns: total + 1, hasMore: false })
    expect(await orders({ page: 2, sort: '-value' })).toMatchObject({ totalTxns: total + 1 })
    const pages = { totalItems: total + 1, totalPages: 201, hasMore: false }
    expect(await listTransactions({ page: 2 })).toMatchObject(pages)
    for (const query of [{ from: '2020-01-01' }, { min: -1_000_000 }]) {
      expect(await orders(query)).toMatchObject({ totalTxns: total, hasMore: true })
    }
    for (const model of [OrderModel, WalletTransactionModel]) {
      await model.collection.deleteOne({ _id: 'JP2611ZZ000001' as never })
    }
  })
})
