import * as calls from '@jhatpat/shared/contracts/reconciliation.ts'
import { AuditModel } from '@jhatpat/shared/domain/audit/index.ts'
import { OrderModel } from '@jhatpat/shared/domain/orders/index.ts'
import {
  beginLastDay,
  ExceptionModel,
  ReconciliationModel,
  reconcilePart,
} from '@jhatpat/shared/domain/reconciliation/index.ts'
import { LedgerModel } from '@jhatpat/shared/domain/wallet/index.ts'
import { isoDayOf, startOfIstDay } from '@jhatpat/shared/platform/clock.ts'
import type { ListedOrder, OrderList, SupplierBalance } from '@jhatpat/shared/providers/suppliers/supplier.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { refusalOf } from '../../support/buying.ts'
import { anAdmin } from '../../support/people.ts'
import type { Person } from '../../support/person.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { anOrderBooked, aSet, at, day, gateway, lines, says, short, ways } from './a-day.ts'

let service: Service
let admin: Person
let finance: Person
let balances: string[]
/** MooGold's orders of the day, two a page. */
let listed: ListedOrder[]
let listReads: number
let isListRead: boolean
/** Every page is the same. */
let isListEndless: boolean

beforeAll(async () => {
  service = await startService({ env: { SUPPLIER_UNIT_PAISE: 'SMILEBR:142' } })
  admin = await service.as(await anAdmin())
  finance = await service.as(await anAdmin({ officeRole: 'finance', name: 'Lakshmi' }))
})
afterAll(() => service.stop())
beforeEach(async () => {
  await OrderModel.deleteMany({})
  await LedgerModel.deleteMany({})
  await ReconciliationModel.deleteMany({})
  await ExceptionModel.deleteMany({})
  says.clear()
  balances = []
  listed = []
  listReads = 0
  isListRead = true
  isListEndless = false
})

/** The outside world of these tests: the gateway says what a test lets it say, and so do the suppliers' balances. */
function deps() {
  const queryBalance = async (): Promise<SupplierBalance> => {
    const balance = balances[0]
    return balance ? { kind: 'ok', balance, unit: 'points' } : { kind: 'unavailable', message: 'silent' }
  }
  const { byName } = service.deps.suppliers
  const SMILEBR = { ...byName.SMILEBR, queryBalance }
  const silently = async () => ({ kind: 'unavailable', message: '' }) as const
  const listOrders = async (_day: string, page: number): Promise<OrderList> => {
    listReads += 1
    if (!isListRead) return { kind: 'unavailable', message: 'silent' }
    if (isListEndless) return { kind: 'ok', orders: listed, isMore: true }
    const [orders, isMore] = [listed.slice(page * 2 - 2, page * 2), listed.length > page * 2]
    return { kind: 'ok', orders, isMore }
  }
  return {
    ...service.deps,
    gatewayOf: () => gateway,
    suppliers: {
      ...service.deps.suppliers,
      byName: {
        SMILEBR,
        SMILEPH: { ...byName.SMILEPH, queryBalance: silently },
        MOOGOLD: { ...byName.MOOGOLD, queryBalance: silently, listOrders },
      },
    },
  }
}

async function compare(of = day) {
  await admin.call(calls.compareDay, { params: { day: of } })
  return goOn(of)
}

async function goOn(of = day) {
  for (let part = 0; await reconcilePart(deps(), 0); part += 1)
    if (part > 500) throw new Error('does not end')
  return admin.call(calls.reconciledDay, { params: { day: of } })
}

describe('a day on which all agrees', () => {
  it('has no exception, and says what was compared', async () => {
    await anOrderBooked({ paise: 34_500 })
    await anOrderBooked({ paise: 10_000 })
    const back = await anOrderBooked({
      paise: 5_000,
      more: { status: 'Refunded', units: [{ state: 'refused' }] },
    })
    await aSet('order_refund', back, [ways.back, 5_000])
    const seen = await compare()
    expect(seen).toMatchObject({
      ...{ state: 'done', exceptions: [], open: 0, asked: 3, unanswered: 0, payments: 3, captures: 3 },
      ...{ received: 495, booked: 495, wallets: 50, sets: 4, units: 2, unproven: 0 },
    })
    expect(Date.parse(seen.comparedAt ?? '')).toBeGreaterThan(0)
  })

  it('says nothing of a payment about which the gateway gives no answer, but that it did not', async () => {
    await anOrderBooked({ gateway: 'unavailable' })
    expect(await compare()).toMatchObject({
      state: 'done',
      exceptions: [],
      unanswered: 1,
      received: 0,
      booked: 0,
    })
  })

  it('compares every payment of a long day in parts, each once', async () => {
    for (let number = 0; number < 45; number += 1) await anOrderBooked({ paise: 100 })
    expect(await compare()).toMatchObject({ asked: 45, payments: 45, received: 45, exceptions: [] })
  })
})

describe('what does not agree', () => {
  it('is found once of each kind', async () => {
    await anOrderBooked()
    const unpaid = { captures: [], doubts: [] }
    const failed = { status: 'Failed', completedAt: null, units: [] }
    const stored = async (id: string) => (await OrderModel.findById(id).lean())?.payment
    const unbooked = await anOrderBooked({ paise: 100, more: failed })
    await OrderModel.collection.updateOne(
      { _id: unbooked as never },
      { $set: { payment: { ...(await stored(unbooked)), ...unpaid } } },
    )
    await LedgerModel.deleteOne({ ref: new RegExp(`^${unbooked}/`) })
    const unknown = await anOrderBooked({ paise: 200, gateway: 'not_found' })
    const other = await anOrderBooked({ paise: 300, told: 310 })
    const proofless = await anOrderBooked({
      paise: 400,
      more: {
        units: [{ state: 'unknown' }],
        ended: { at: at(721), by: 'a1' },
        decisions: [{ by: 'a1', name: 'Imran' }],
      },
    })
    const bought = await anOrderBooked({ paise: 500, more: { status: 'Refunded' } })
    await aSet('order_refund', bought, [ways.back, 500])
    const uncredited = await anOrderBooked({ paise: 600, more: { status: 'Refunded', units: [] } })
    const open = await anOrderBooked({
      paise: 700,
      more: { status: 'Processing', ended: null, completedAt: null, closing: null },
    })
    const first = await anOrderBooked({ paise: 800, reference: '499999999999' })
    const second = await anOrderBooked({ paise: 800, reference: '499999999999' })
    await aSet('order_payment', 'JP261119NOBODY00/G1', [ways.paid, 900])
    expect(short(await compare())).toEqual(
      lines([
        ['paid_not_booked', unbooked, 1],
        ['booked_not_paid', unknown, 2],
        ['amount_differs', other, 0.1],
        ['no_proof_of_delivery', proofless, 4],
        ['bought_without_end', bought, 5],
        ['refund_without_credit', uncredited, 6],
        ['bought_without_end', open, 7],
        ['reference_twice', second, 8],
        ['booked_not_paid', 'order_payment:JP261119NOBODY00/G1', 9],
      ]),
    )
    expect(first < second).toBe(true)
  })

  it('is looked for in the ledger too: a payment that an order tells of and that is booked nowhere, or otherwise', async () => {
    const nowhere = await anOrderBooked({ paise: 100 })
    await LedgerModel.deleteOne({ ref: new RegExp(`^${nowhere}/`) })
    const otherwise = await anOrderBooked({ paise: 200 })
    await LedgerModel.updateOne(
      { ref: new RegExp(`^${otherwise}/`) },
      { 'postings.0.amountPaise': -150, 'postings.1.amountPaise': 150 },
    )
    expect(short(await compare())).toEqual(
      lines([
        ['amount_differs', otherwise, 0.5],
        ['paid_not_booked', nowhere, 1],
      ]),
    )
  })

  it('is found where a supplier’s balance moved by more than was bought', async () => {
    await anOrderBooked()
    const before = isoDayOf(new Date(startOfIstDay(day).getTime() - 1))
    balances = ['1000']
    await compare(before)
    const from = service.clock.now()
    service.clock.advance(10 * 60_000)
    const sentAt = new Date(from.getTime() + 5 * 60_000)
    await anOrderBooked({
      more: {
        createdAt: new Date(),
        ended: { at: sentAt },
        units: [{ state: 'delivered', cost: '60.5', sentAt }],
      },
    })
    balances = ['939.5']
    const agreed = await compare()
    expect(agreed.balances[0]).toMatchObject({
      account: 'SMILEBR',
      balance: '939.5',
      fell: 60.5,
      bought: 60.5,
    })
    expect(agreed.exceptions).toEqual([])
    await ReconciliationModel.deleteOne({ _id: day })
    balances = ['929.5']
    expect(short(await compare())).toEqual(lines([['balance_differs', `SMILEBR.${day}`, 14.2]]))
  })

  it('is found in a supplier’s own list of orders, page by page', async () => {
    const one = (supplierOrderId: string, state: ListedOrder['state']): ListedOrder => ({
      ...{ supplierOrderId, state, total: '3.90', unit: 'USD' },
    })
    const units = (supplierOrderId: string, state: string) => [{ supplierOrderId, state, cost: '1' }]
    await anOrderBooked({ more: { units: units('M1', 'delivered') } })
    const taken = await anOrderBooked({ paise: 200, more: { units: units('M2', 'delivered') } })
    const back = await anOrderBooked({
      paise: 300,
      more: { status: 'Refunded', units: units('M3', 'refused') },
    })
    await aSet('order_refund', back, [ways.back, 300])
    listed = [
      ...[one('M1', 'delivered'), one('M2', 'returned'), one('M3', 'delivered')],
      ...[one('M4', 'delivered'), one('M5', 'returned')],
    ]
    expect(short(await compare())).toEqual(
      lines([
        ['no_proof_of_delivery', taken, 2],
        ['bought_without_end', back, 3],
        ['bought_without_end', 'MOOGOLD.M4', null],
      ]),
    )
  })

  it('makes a look at a payment that nobody told of, so that it is booked like any other', async () => {
    const id = await anOrderBooked({ more: { status: 'Failed', completedAt: null, units: [] } })
    await OrderModel.collection.updateOne(
      { _id: id as never },
      { $set: { 'payment.captures': [], 'due.payment': { at: null, seq: 4 } } },
    )
    await LedgerModel.deleteMany({})
    await compare()
    const order = await OrderModel.findById(id).lean()
    expect(order?.payment?.calledAt).toBeInstanceOf(Date)
    expect(order?.due.payment.at).toBeInstanceOf(Date)
  })
})

describe('who does not answer', () => {
  it('has its list asked for again, and then the day says that it was not read', async () => {
    await anOrderBooked()
    isListRead = false
    let seen = await compare()
    expect(seen).toMatchObject({ state: 'running', unread: [] })
    for (let tries = 0; tries < 5; tries += 1) {
      service.clock.advance(61_000)
      seen = await goOn()
    }
    expect(seen).toMatchObject({ state: 'done', unread: ['MOOGOLD'] })
    isListRead = true
    expect(await compare()).toMatchObject({ state: 'done', unread: [] })
  })

  it('with a list that begins again and again is read no further, and said not to be read', async () => {
    listed = [{ supplierOrderId: 'M7', state: 'returned', total: '1', unit: 'USD' }]
    isListEndless = true
    expect(await compare()).toMatchObject({ state: 'done', unread: ['MOOGOLD'] })
    expect(listReads).toBe(2)
  })

  it('about payments waits after three in a row, five times, and pauses the gateway for no customer', async () => {
    for (let number = 0; number < 8; number += 1) await anOrderBooked({ gateway: 'unavailable' })
    let seen = await compare()
    for (let tries = 0; tries < 5; tries += 1) {
      expect(seen).toMatchObject({ state: 'running', asked: 0 })
      service.clock.advance(61_000)
      seen = await goOn()
    }
    expect(seen).toMatchObject({ state: 'done', asked: 8, unanswered: 8, booked: 0 })
    expect(await service.deps.redis.keys('*gateway-upigateway*')).toEqual([])
  })

  it('about its balance once is held against the reading before that', async () => {
    await anOrderBooked()
    const daysBefore = (ago: number) => isoDayOf(startOfIstDay(day, -ago))
    balances = ['1000']
    await compare(daysBefore(2))
    balances = []
    await compare(daysBefore(1))
    balances = ['900']
    expect(short(await compare())).toEqual(lines([['balance_differs', `SMILEBR.${day}`, 142]]))
  })
})

describe('the comparison', () => {
  it('notes a second payment of an order beside the first, though that one was explained', async () => {
    const id = await anOrderBooked({ told: 1 })
    const [one] = (await compare()).exceptions
    const body = { id: one?.id ?? '', state: 'explained', note: 'The bank corrected it.' } as const
    await admin.call(calls.closeException, { body })
    const link = { id: `${id}R2`, gatewayId: '', paymentUrl: '', upiLinks: null, at: at(720), state: 'open' }
    const capture = { gatewayId: 'G2', linkId: `${id}R2`, bankReference: '', amountPaise: 300, payer: '' }
    await OrderModel.collection.updateOne({ _id: id as never }, {
      $push: {
        'payment.links': link,
        'payment.captures': { ...capture, at: at(721), to: 'wallet' },
      },
    } as never)
    const twice = says.get(id)
    if (twice?.kind === 'paid') says.set(`${id}R2`, { ...twice, clientTxnId: `${id}R2`, gatewayId: 'G2' })
    await aSet('stray_payment', `${id}/G2`, [ways.stray, 300])
    const kinds = (await compare()).exceptions.map(({ kind, state }) => `${kind} ${state}`)
    expect(kinds).toEqual(['amount_differs explained', 'amount_differs open'])
  })

  it('adds what a later look finds and never takes away, and nothing is there twice', async () => {
    const id = await anOrderBooked({ told: 1 })
    expect((await compare()).exceptions).toHaveLength(1)
    says.set(id, { kind: 'unavailable', message: '' })
    const later = await anOrderBooked({ gateway: 'not_found' })
    expect(short(await compare())).toEqual(
      lines([
        ['amount_differs', id, 344.99],
        ['booked_not_paid', later, 345],
      ]),
    )
    expect((await compare()).exceptions).toHaveLength(2)
  })

  it('is done once though two workers do it at the same time, and by another where one died', async () => {
    for (let number = 0; number < 30; number += 1) await anOrderBooked({ paise: 100 })
    await admin.call(calls.compareDay, { params: { day } })
    const work = async () => {
      for (let part = 0; part < 100; part += 1) await reconcilePart(deps(), 0)
    }
    await Promise.all([work(), work(), work()])
    const { asked, received, state } = await admin.call(calls.reconciledDay, { params: { day } })
    expect({ asked, received, state }).toEqual({ asked: 30, received: 30, state: 'done' })
    await admin.call(calls.compareDay, { params: { day } })
    await ReconciliationModel.updateOne(
      { _id: day },
      { heldUntil: new Date(service.clock.now().getTime() + 300_000) },
    )
    expect(await reconcilePart(deps(), 0)).toBe(false)
    service.clock.advance(301_000)
    expect(await reconcilePart(deps(), 0)).toBe(true)
  })

  it('of the last day begins at four in the morning, once, and of no day before the first order', async () => {
    const four = startOfIstDay(day, 1).getTime() + 4 * 3_600_000
    const clockAt = (ms: number) => ({ clock: { now: () => new Date(ms) } })
    await beginLastDay(clockAt(four))
    expect(await ReconciliationModel.findById(day).lean()).toBeNull()
    await anOrderBooked()
    await beginLastDay(clockAt(four - 1))
    expect(await ReconciliationModel.findById(day).lean()).toBeNull()
    await beginLastDay(clockAt(four))
    await beginLastDay(clockAt(four + 60_000))
    expect(await ReconciliationModel.findById(day).lean()).toMatchObject({ looks: 1, step: 'orders_paid' })
  })

  it('is made again at four of a day that somebody compared before, once', async () => {
    await anOrderBooked()
    await compare()
    const four = startOfIstDay(day, 1).getTime() + 4 * 3_600_000
    await ReconciliationModel.updateOne({ _id: day }, { startedAt: new Date(four - 3 * 3_600_000) })
    const clockAt = (ms: number) => ({ clock: { now: () => new Date(ms) } })
    await beginLastDay(clockAt(four - 1))
    expect(await ReconciliationModel.findById(day).lean()).toMatchObject({ looks: 1, step: 'done' })
    await beginLastDay(clockAt(four))
    expect(await ReconciliationModel.findById(day).lean()).toMatchObject({ looks: 2, step: 'orders_paid' })
    await ReconciliationModel.updateOne({ _id: day }, { step: 'done' })
    await beginLastDay(clockAt(four + 60_000))
    expect(await ReconciliationModel.findById(day).lean()).toMatchObject({ looks: 2, step: 'done' })
  })

  it('is made of the days that nobody began, at most 31, the earliest first', async () => {
    await anOrderBooked()
    await compare()
    const days = async (after: number) => {
      const now = () => new Date(startOfIstDay(day, 1 + after).getTime() + 4 * 3_600_000)
      await beginLastDay({ clock: { now } })
      const rows = await ReconciliationModel.find({ step: 'orders_paid' }, '_id').sort({ _id: 1 }).lean()
      return rows.map(({ _id }) => _id)
    }
    const dayIn = (number: number) => isoDayOf(startOfIstDay(day, number))
    expect(await days(3)).toEqual([1, 2, 3].map(dayIn))
    await ReconciliationModel.deleteMany({ _id: { $ne: day } })
    expect(await days(60)).toEqual(Array.from({ length: 31 }, (_, number) => dayIn(30 + number)))
  })

  it('is not made of a day that is not over', async () => {
    const today = isoDayOf(service.clock.now())
    expect(await refusalOf(admin.call(calls.compareDay, { params: { day: today } }))).toMatchObject({
      ...{ status: 409, code: 'day_not_over' },
    })
  })
})

describe('an exception', () => {
  it('is explained by a person once, with a sentence that stays, and written down', async () => {
    await anOrderBooked({ told: 1 })
    const [one] = (await compare()).exceptions
    const body = { id: one?.id ?? '', state: 'explained', note: 'The bank corrected it.' } as const
    const [mine, theirs] = await Promise.allSettled([
      admin.call(calls.closeException, { body }),
      finance.call(calls.closeException, { body: { ...body, state: 'solved', note: 'Another.' } }),
    ])
    expect([mine.status, theirs.status].toSorted()).toEqual(['fulfilled', 'rejected'])
    const after = await admin.call(calls.reconciledDay, { params: { day } })
    const said = mine.status === 'fulfilled' ? body : { state: 'solved', note: 'Another.' }
    expect(after.exceptions[0]).toMatchObject({ state: said.state, closed: { note: said.note } })
    expect(after).toMatchObject({ open: 0, openDays: [] })
    const rows = await AuditModel.find({ target: `exception:${one?.id}` }).lean()
    expect(rows.map(({ act, why }) => [act, why])).toEqual([[`exception.${said.state}`, said.note]])
  })

  it('that is found again stays explained, and the same answer again is the same answer', async () => {
    await anOrderBooked({ told: 1 })
    const [one] = (await compare()).exceptions
    const body = { id: one?.id ?? '', state: 'explained', note: 'The bank corrected it.' } as const
    const first = await admin.call(calls.closeException, { body })
    expect(await admin.call(calls.closeException, { body })).toEqual(first)
    expect((await compare()).exceptions).toEqual([first])
    expect(await admin.call(calls.openExceptions)).toEqual({ open: 0 })
  })
})
