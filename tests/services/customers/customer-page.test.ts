import { randomUUID } from 'node:crypto'
import { allOrders } from '@jhatpat/shared/contracts/admin-lists.ts'
import * as calls from '@jhatpat/shared/contracts/customers.ts'
import { erasedText } from '@jhatpat/shared/contracts/erased-text.ts'
import type { IUser } from '@jhatpat/shared/domain/accounts/index.ts'
import { AuditModel } from '@jhatpat/shared/domain/audit/index.ts'
import { CustomerNoteModel } from '@jhatpat/shared/domain/customers/index.ts'
import { customerTotals, OrderModel } from '@jhatpat/shared/domain/orders/index.ts'
import {
  JournalEntryModel,
  WalletModel,
  WalletTransactionModel,
  walletStatement,
} from '@jhatpat/shared/domain/wallet/index.ts'
import { Types } from 'mongoose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { auditRows } from '../../support/audit-rows.ts'
import { giveMoney, refusalOf } from '../../support/buying.ts'
import { insertAdmin, insertCustomer } from '../../support/people.ts'
import type { Person } from '../../support/person.ts'
import { queriesOf, type Read } from '../../support/queries-of.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { insertManyRows, orderId, total } from '../back-office/many-rows.ts'

let service: Service
/** The owner of ten thousand orders and wallet transactions. */
let ravi: IUser
let diya: IUser
let meera: Person
let sana: Person

beforeAll(async () => {
  service = await startService()
  ravi = await insertCustomer({ name: 'Ravi Stores' })
  diya = await insertCustomer({ name: 'Diya Mehta' })
  await insertManyRows(await service.as(ravi), ravi)
  meera = await service.as(await insertAdmin({ name: 'Meera Iyer' }))
  sana = await service.as(await insertAdmin({ name: 'Sana Pathan', staffRole: 'support' }))
}, 240_000)
afterAll(() => service.stop())

const of = (user: IUser) => ({ params: { id: String(user._id) } })
const page = (user: IUser, who = meera) => who.call(calls.customer, of(user))
const viewsOf = (user: IUser) => auditRows({ target: `user:${user._id}`, action: 'customer.view' })
const read = async (model: Parameters<typeof queriesOf>[0], work: () => Promise<unknown>) => {
  const queries = await queriesOf(model, work)
  for (const { plan, sortsInMemory } of queries) {
    expect(plan).toMatch(/IXSCAN|COUNT_SCAN|IDHACK|EXPRESS/)
    expect(sortsInMemory).toBe(false)
  }
  return queries
}
const documents = (queries: Read[]) => queries.reduce((sum, { documentsRead }) => sum + documentsRead, 0)

/** Assigns orders of the next test's kind to another customer. */
const give = (user: IUser, ids: string[], set: object = {}) =>
  OrderModel.collection.updateMany(
    { _id: { $in: ids as never[] } },
    { $set: { userId: user._id, 'customer.name': user.name, ...set } },
  )

describe('GET /admin/customers/:id', () => {
  it('shows a customer’s wallet and orders, and records the view, once in ten minutes', async () => {
    const asha = await insertCustomer({ name: 'Asha Rao' })
    await giveMoney(asha, 257_150)
    await give(asha, [orderId(0), orderId(6)], { status: 'Completed', pricePaise: 50_000 })
    await give(asha, [orderId(1)], { status: 'Completed', pricePaise: 90_000, partlyRefundedPaise: 30_000 })
    await give(asha, [orderId(2)], { status: 'Refunded', pricePaise: 70_000 })
    await give(asha, [orderId(3)], { status: 'Processing', pricePaise: 34_500 })
    await service.as(asha)
    const reply = await page(asha)
    expect(reply).toMatchObject({
      user: { name: 'Asha Rao', email: asha.email, balance: 2571.5, role: 'user' },
      points: 0,
      approvalAbove: expect.any(Number),
      lastSeenAt: expect.any(String),
      orders: { count: 5, hasMore: false, refunded: 1, spent: 1_600, held: 345 },
    })
    await page(asha)
    await page(asha, sana)
    expect((await viewsOf(asha)).map(({ by }) => by.name).toSorted()).toEqual(['Meera Iyer', 'Sana Pathan'])
  })

  it('adds up ten thousand orders from the keys of an index, and reads none of them', async () => {
    const queries = await read(OrderModel, () => page(ravi))
    expect(documents(queries)).toBe(0)
    expect(Math.max(...queries.map(({ keysRead }) => keysRead))).toBeLessThanOrEqual(total + 2)
  })

  it('says that there are more orders than are added up, with the maximum', async () => {
    expect(await customerTotals(String(ravi._id), 100)).toMatchObject({ count: 100, hasMore: true })
  })

  it('is refused without access to customers, and records no view', async () => {
    const tenzin = await service.as(await insertAdmin({ staffRole: 'catalogue' }))
    expect(await refusalOf(page(diya, tenzin))).toMatchObject({ status: 403, code: 'role_not_permitted' })
    expect(await viewsOf(diya)).toEqual([])
    const unknown = { params: { id: String(new Types.ObjectId()) } }
    expect(await refusalOf(meera.call(calls.customer, unknown))).toMatchObject({ code: 'not_found' })
    expect(await AuditModel.countDocuments({ target: `user:${unknown.params.id}` })).toBe(0)
  })
})

describe('each part of a customer’s page', () => {
  it.each([
    ['wallet', calls.customerWallet],
    ['statement', calls.customerStatement],
    ['players', calls.customerPlayers],
    ['sessions', calls.customerSessions],
    ['tickets', calls.customerTickets],
    ['notes', calls.customerNotes],
  ] as const)('is recorded as a view of the customer when requested alone: %s', async (_what, route) => {
    const asha = await insertCustomer()
    await sana.call(route, of(asha))
    await sana.call(route, of(asha))
    expect(await viewsOf(asha)).toMatchObject([{ by: { name: 'Sana Pathan' } }])
    const tenzin = await service.as(await insertAdmin({ staffRole: 'catalogue' }))
    expect(await refusalOf(tenzin.call(route, of(asha)))).toMatchObject({ status: 403 })
    expect(await viewsOf(asha)).toHaveLength(1)
  })
})

describe('a customer’s orders', () => {
  const id = () => String(ravi._id)
  it.each([
    ['all', {}],
    ['the oldest first', { sort: 'createdAt' }],
    ['a rare status', { status: 'Cancelled' }],
    ['a status and a way to pay', { status: 'Refunded', paymentmode: 'wallet' }],
    ['prices among days', { from: '2026-11-18', to: '2026-11-20', min: 500, max: 900 }],
    ['a deep cursor', { cursor: `${Date.parse('2026-11-20T00:00:00Z')}.${orderId(5_000)}` }],
  ] as const)('are read in the order of the index: %s', async (_what, query) => {
    const pages: Awaited<ReturnType<typeof meera.call<typeof allOrders>>>[] = []
    const queries = await read(OrderModel, async () => {
      pages.push(await meera.call(allOrders, { query: { ...query, customer: id() } }))
    })
    const rows = pages[0]!.transactions
    expect(rows.length).toBeGreaterThan(0)
    expect(documents(queries) / rows.length).toBeLessThanOrEqual(1.1)
    for (const row of rows) {
      expect(row.customer._id).toBe(id())
      if ('status' in query) expect(row.status).toBe(query.status)
      if ('paymentmode' in query) expect(row.paymentmode).toBe(query.paymentmode)
    }
  })

  it('are that customer’s only, and never sorted by amount', async () => {
    await give(diya, [orderId(12)])
    const query = { customer: String(diya._id) }
    const { transactions, totalTxns } = await meera.call(allOrders, { query })
    expect([transactions.map(({ orderid }) => orderid), totalTxns]).toEqual([[orderId(12)], 1])
    const byAmount = meera.call(allOrders, { query: { ...query, sort: '-value' } })
    expect(await refusalOf(byAmount)).toMatchObject({ status: 400, field: 'sort' })
  })
})

describe('a customer’s wallet', () => {
  it('lists a page of transactions for admins with access to customers, and none of other people', async () => {
    const walletPages: Awaited<ReturnType<typeof sana.call<typeof calls.customerWallet>>>[] = []
    const queries = await read(WalletTransactionModel, async () => {
      walletPages.push(await sana.call(calls.customerWallet, { ...of(ravi), query: { type: 'Refunded' } }))
    })
    expect(walletPages[0]).toMatchObject({ totalItems: total / 8, hasMore: false })
    expect(new Set(walletPages[0]!.transactions.map(({ type }) => type))).toEqual(new Set(['Refunded']))
    expect(documents(queries) / walletPages[0]!.transactions.length).toBeLessThanOrEqual(1.1)
    const none = await sana.call(calls.customerWallet, { ...of(diya), query: {} })
    expect(none).toMatchObject({ totalItems: 0, transactions: [] })
  })

  it('says whether the balance is the sum of its entries', async () => {
    const kiran = await insertCustomer()
    const statement = () => meera.call(calls.customerStatement, of(kiran))
    expect(await statement()).toEqual({ balance: 0, sum: 0, entries: 0, isComplete: true })
    for (const paise of [10_000, 2_550]) await giveMoney(kiran, paise)
    const queries = await read(JournalEntryModel, async () => {
      expect(await statement()).toEqual({ balance: 125.5, sum: 125.5, entries: 2, isComplete: true })
    })
    expect(documents(queries)).toBe(2)
    await WalletModel.updateOne({ _id: kiran._id }, { $inc: { balancePaise: 100 } })
    expect(await statement()).toMatchObject({ balance: 126.5, sum: 125.5 })
    expect(await walletStatement(String(kiran._id), 1)).toMatchObject({ entries: 1, isComplete: false })
  })
})

describe('the players of a customer', () => {
  it('have the number of orders, the latest, the player’s name, and other buyers', async () => {
    const asha = await insertCustomer()
    const [first, second, third] = [orderId(18), orderId(24), orderId(30)]
    const mine = { input1: '88120045', input2: '2087', playerName: 'DidiPlays' }
    await give(asha, [first, second], mine)
    await give(asha, [third], { ...mine, input2: '9999' })
    await give(diya, [orderId(36)], mine)
    await give(diya, [orderId(42)], { ...mine, input2: '1' })
    const kiran = await insertCustomer()
    await give(kiran, [orderId(60)], { ...mine, 'product.productid': 'another-game' })
    const { ids, hasMore } = await meera.call(calls.customerPlayers, of(asha))
    expect(hasMore).toBe(false)
    expect(ids).toMatchObject([
      { input1: '88120045', input2: '2087', orders: 2, lastOrder: first, username: 'DidiPlays' },
      { input1: '88120045', input2: '9999', orders: 1, lastOrder: third, others: [] },
    ])
    expect(ids[0]?.others).toEqual([{ _id: String(diya._id), name: 'Diya Mehta', orders: 1 }])
  })

  it('leave out erased players, which would be shared by all customers', async () => {
    const [asha, kiran] = [await insertCustomer(), await insertCustomer()]
    for (const [index, user] of [asha, kiran].entries())
      await give(user, [orderId(66 + 6 * index)], { input1: erasedText, input2: '' })
    expect((await meera.call(calls.customerPlayers, of(asha))).ids).toEqual([])
  })

  it('are limited for a customer of ten thousand orders', async () => {
    const replies: Awaited<ReturnType<typeof meera.call<typeof calls.customerPlayers>>>[] = []
    const queries = await read(OrderModel, async () => {
      replies.push(await meera.call(calls.customerPlayers, of(ravi)))
    })
    expect(replies[0]?.ids).toHaveLength(50)
    expect(replies[0]?.hasMore).toBe(true)
    expect(documents(queries)).toBeLessThanOrEqual(50 + 50 * 20)
    expect(Math.max(...queries.map(({ keysRead }) => keysRead))).toBeLessThanOrEqual(2_001)
  })
})

describe('a customer’s tickets', () => {
  it('are listed the latest first, with the admin who resolved them', async () => {
    const opened = (day: string) => new Date(`2026-11-${day}T10:00:00Z`)
    const ticket = { status: 'open', issue: 'not_received', note: 'Hello?', openedAt: opened('20') }
    const answer = { kind: 'explained', text: 'It is in the mail box.', at: opened('18') }
    const decision = { name: 'Sana', action: 'ticket_explained', at: answer.at }
    const promised = { replyDueAt: opened('21') }
    await give(diya, [orderId(48)], { ticket: { ...ticket, ...promised, resolution: null } })
    await give(diya, [orderId(54)], {
      ticket: { ...ticket, ...promised, status: 'resolved', openedAt: opened('17'), resolution: answer },
      staffActions: [decision],
    })
    const replies: Awaited<ReturnType<typeof meera.call<typeof calls.customerTickets>>>[] = []
    const queries = await read(OrderModel, async () => {
      replies.push(await meera.call(calls.customerTickets, of(diya)))
    })
    expect(documents(queries)).toBe(2)
    expect(replies[0]?.tickets).toMatchObject([
      { orderid: orderId(48), status: 'open', note: 'Hello?', resolution: null },
      { orderid: orderId(54), status: 'resolved', resolution: { kind: 'explained', by: 'Sana' } },
    ])
  })
})

describe('notes about a customer', () => {
  const notes = async () => (await sana.call(calls.customerNotes, of(diya))).notes
  const addNote = (text: string, idempotencyKey = randomUUID(), who = sana) =>
    who.call(calls.addCustomerNote, { ...of(diya), body: { text }, idempotencyKey })

  it('are stored once for each tap, the latest first, and the log has the author without the text', async () => {
    const key = randomUUID()
    const [one, again] = await Promise.allSettled([
      addNote('Calm on the phone.', key),
      addNote('Calm on the phone.', key),
    ])
    expect([one.status, again.status]).toContain('fulfilled')
    await addNote('Calm on the phone.', key)
    service.clock.advance(1_000)
    await addNote('Wants the diamonds.', undefined, meera)
    expect((await notes()).map(({ by, text }) => [by, text])).toEqual([
      ['Meera Iyer', 'Wants the diamonds.'],
      ['Sana Pathan', 'Calm on the phone.'],
    ])
    const rows = await auditRows({ target: `user:${diya._id}`, action: 'user.note' })
    expect(rows).toHaveLength(2)
    expect(JSON.stringify(rows)).not.toContain('Calm')
  })

  it('cannot be changed', async () => {
    const [note] = await notes()
    await expect(CustomerNoteModel.updateOne({ _id: note!.id }, { text: 'x' })).rejects.toThrow(
      'never changed',
    )
    await expect(CustomerNoteModel.deleteOne({ _id: note!.id })).rejects.toThrow('never changed')
  })

  it('need at least one letter', async () => {
    expect(await refusalOf(addNote('   '))).toMatchObject({ status: 400, field: 'text' })
  })
})
