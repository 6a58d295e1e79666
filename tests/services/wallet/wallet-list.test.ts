import * as calls from '@jhatpat/shared/contracts/wallet.ts'
import type { IUser } from '@jhatpat/shared/domain/accounts/index.ts'
import {
  JournalEntryModel,
  type WalletTransactionDoc,
  WalletTransactionModel,
} from '@jhatpat/shared/domain/wallet/index.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { giveMoney, startTopUp } from '../../support/buying.ts'
import { insertCustomer } from '../../support/people.ts'
import type { Person } from '../../support/person.ts'
import { queriesOf } from '../../support/queries-of.ts'
import { type Service, startService } from '../../support/service-harness.ts'

const total = 5_000
const newest = Date.parse('2026-11-21T20:00:00Z')

/** Of each five: a completed top-up, an unpaid one, an order, its refund, and one in progress. */
const kinds = [
  { kind: 'topup', status: 'Success', amountPaise: 100 },
  { kind: 'topup', status: 'Created', amountPaise: 100 },
  { kind: 'order_debit', status: 'Success', amountPaise: -100 },
  { kind: 'refund', status: 'Success', amountPaise: 100 },
  { kind: 'topup', status: 'Processing', amountPaise: 100 },
] as const

let service: Service
let user: IUser
let asha: Person

beforeAll(async () => {
  service = await startService()
  user = await insertCustomer()
  asha = await service.as(user)
  const id = await startTopUp(asha, user, 1)
  const sample = (await WalletTransactionModel.findById(id).lean<WalletTransactionDoc>())!
  await WalletTransactionModel.deleteOne({ _id: id })
  const other = await insertCustomer()
  const transaction = (index: number, owner: IUser, mark: string) => ({
    ...sample,
    _id: `JT2611${mark}${String(index).padStart(6, '0')}`,
    userId: owner._id,
    ...kinds[index % 5],
    createdAt: new Date(newest - index * 60_000),
  })
  const rows = Array.from({ length: total }, (_, index) => index)
  await WalletTransactionModel.collection.insertMany(
    rows.map((index) => transaction(index, user, 'AA')) as never,
  )
  await WalletTransactionModel.collection.insertMany(
    rows.map((index) => transaction(index, other, 'BB')) as never,
  )
}, 240_000)
afterAll(() => service.stop())

type Query = NonNullable<
  NonNullable<Parameters<typeof asha.call<typeof calls.walletTransactions>>[1]>['query']
>
const params = () => ({ userid: user.userid })
const list = (query: Query) => asha.call(calls.walletTransactions, { params: params(), query })
const count = (query: object) => asha.call(calls.walletCount, { params: params(), query })

describe('the transactions of a long wallet', () => {
  it.each<[Query, number, object]>([
    [{ status: 'Success' }, 2_000, { status: 'Success' }],
    [{ status: 'Refunded' }, 1_000, { status: 'Refunded', type: 'Credit' }],
    [{ status: 'Processing' }, 1_000, { status: 'Processing' }],
    [{ type: 'Debit' }, 1_000, { type: 'Debit', status: 'Success' }],
    [{ type: 'Credit', status: 'Success' }, 1_000, { type: 'Credit', status: 'Success' }],
    [{ q: 'jt-2611aa-00123' }, 10, { type: 'Credit' }],
  ])('are filtered and counted by %o', async (query, matching, check) => {
    expect(await count(query)).toEqual({ matching, all: total })
    const [page = []] = [await list({ ...query, limit: 50 })]
    expect(page).toHaveLength(Math.min(50, matching))
    expect(page[0]).toMatchObject(check)
    expect(
      new Set(
        page.map((transaction) => (query.status ? transaction.status : query.type ? transaction.type : '')),
      ),
    ).toHaveProperty('size', 1)
  })

  it.each<[string, Query]>([
    ['all', {}],
    ['a late page', { page: 100 }],
    ['refunds', { status: 'Refunded' }],
    ['what came well', { status: 'Success', type: 'Credit' }],
    ['a part of the id', { q: '001234' }],
  ])('are read by their index, no more of them than are shown: %s', async (_what, query) => {
    const { page, ...filters } = query
    const queries = await queriesOf(WalletTransactionModel, async () => {
      await list({ ...query, limit: 50 })
      await count(filters)
    })
    expect(queries.length).toBeGreaterThanOrEqual(4)
    for (const { plan, sortsInMemory } of queries) {
      expect(plan).toMatch(/^(IXSCAN \{ userId: 1, createdAt: -1|IXSCAN \{ _id: 1 \}|COUNT_SCAN)/)
      expect(sortsInMemory).toBe(false)
    }
    expect(queries.reduce((sum, { documentsRead }) => sum + documentsRead, 0)).toBeLessThanOrEqual(50)
  })
})

describe('GET /wallet/month/{userid}', () => {
  it('adds up credits and debits since the month began in India, from the ledger', async () => {
    const owner = await insertCustomer()
    const person = await service.as(owner)
    const month = () => person.call(calls.walletMonth, { params: { userid: owner.userid } })
    expect(await month()).toEqual({ added: 0, spent: 0 })
    for (const paise of [100_050, -30_025, 5_000, -1]) await giveMoney(owner, paise)
    expect(await month()).toEqual({ added: 1_050.5, spent: 300.26 })
    const wallet = `wallet:${owner._id}`
    const earliest = new Date(service.clock.now().getTime() - 32 * 86_400_000)
    const [first] = await JournalEntryModel.find({ 'postings.account': wallet }).sort({ at: 1 })
    await JournalEntryModel.collection.updateOne({ _id: first?._id as never }, { $set: { at: earliest } })
    expect(await month()).toEqual({ added: 50, spent: 300.26 })
  })
})
