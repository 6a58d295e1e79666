import * as calls from '@jhatpat/shared/contracts/reconciliation.ts'
import { OrderModel } from '@jhatpat/shared/domain/orders/index.ts'
import { SupplierProductModel } from '@jhatpat/shared/domain/purchasing/index.ts'
import { ReconciliationRunModel, reconcileNextPart } from '@jhatpat/shared/domain/reports/index.ts'
import { JournalEntryModel } from '@jhatpat/shared/domain/wallet/index.ts'
import { isoDayOf, startOfIstDay } from '@jhatpat/shared/platform/clock.ts'
import type { ListedOrder } from '@jhatpat/shared/providers/suppliers/supplier.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { auditRows } from '../../support/audit-rows.ts'
import { refusalOf } from '../../support/buying.ts'
import { knowCosts } from '../../support/known-costs.ts'
import { insertAdmin } from '../../support/people.ts'
import type { Person } from '../../support/person.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import {
  at,
  day,
  exceptionRows,
  gatewayAnswers,
  insertBookedOrder,
  insertPostingSet,
  insertRedelivery,
  postingDirections,
  sortedRows,
} from './day-fixture.ts'
import { compareDay, depsOf, externalData, resetDay } from './external-data.ts'

let service: Service
let admin: Person
let finance: Person

beforeAll(async () => {
  service = await startService({ env: { SUPPLIER_CURRENCY_PAISE: 'SMILEBR:142' } })
  admin = await service.as(await insertAdmin())
  finance = await service.as(await insertAdmin({ staffRole: 'finance', name: 'Lakshmi' }))
})
afterAll(() => service.stop())
beforeEach(resetDay)

const compare = (of?: string) => compareDay(service, { admin, ...(of ? { of } : {}) })

describe('a day without differences', () => {
  it('has no exception, and lists what was compared', async () => {
    await insertBookedOrder({ paise: 34_500 })
    await insertBookedOrder({ paise: 10_000 })
    const back = await insertBookedOrder({
      paise: 5_000,
      more: { status: 'Refunded', units: [{ state: 'rejected' }] },
    })
    await insertPostingSet('order_refund', back, [postingDirections.back, 5_000])
    const run = await compare()
    expect(run).toMatchObject({
      state: 'done',
      exceptions: [],
      open: 0,
      asked: 3,
      unanswered: 0,
      payments: 3,
      captures: 3,
      received: 495,
      booked: 495,
      wallets: 50,
      entries: 4,
      units: 2,
      unproven: 0,
    })
    expect(Date.parse(run.comparedAt ?? '')).toBeGreaterThan(0)
  })

  it('records a payment without an answer of the gateway as unanswered, not as an exception', async () => {
    await insertBookedOrder({ gateway: 'unavailable' })
    expect(await compare()).toMatchObject({
      state: 'done',
      exceptions: [],
      unanswered: 1,
      received: 0,
      booked: 0,
    })
  })

  it('compares every payment of a long day in parts, each once', async () => {
    for (let number = 0; number < 45; number += 1) await insertBookedOrder({ paise: 100 })
    expect(await compare()).toMatchObject({ asked: 45, payments: 45, received: 45, exceptions: [] })
  })
})

describe('a difference', () => {
  it('is found once of each kind', async () => {
    await insertBookedOrder()
    const unpaid = { captures: [], discrepancies: [] }
    const failed = { status: 'Failed', completedAt: null, units: [] }
    const stored = async (id: string) => (await OrderModel.findById(id).lean())?.payment
    const unbooked = await insertBookedOrder({ paise: 100, more: failed })
    await OrderModel.collection.updateOne(
      { _id: unbooked as never },
      { $set: { payment: { ...(await stored(unbooked)), ...unpaid } } },
    )
    await JournalEntryModel.deleteOne({ ref: new RegExp(`^${unbooked}/`) })
    const unknown = await insertBookedOrder({ paise: 200, gateway: 'not_found' })
    const other = await insertBookedOrder({ paise: 300, gatewayPaise: 310 })
    const withoutProof = await insertBookedOrder({
      paise: 400,
      more: {
        units: [{ state: 'unknown' }],
        ended: { at: at(721), by: 'a1' },
        staffActions: [{ by: 'a1', name: 'Imran' }],
      },
    })
    const bought = await insertBookedOrder({ paise: 500, more: { status: 'Refunded' } })
    await insertPostingSet('order_refund', bought, [postingDirections.back, 500])
    const uncredited = await insertBookedOrder({ paise: 600, more: { status: 'Refunded', units: [] } })
    // Redelivered, counted as failed, and delivered after all: the original price may have been refunded.
    const deliveredLate = await insertBookedOrder({ paise: 1_100 })
    const again = await insertRedelivery(deliveredLate)
    const open = await insertBookedOrder({
      paise: 700,
      more: { status: 'Processing', ended: null, completedAt: null, pendingCompletion: null },
    })
    const first = await insertBookedOrder({ paise: 800, reference: '499999999999' })
    const second = await insertBookedOrder({ paise: 800, reference: '499999999999' })
    await insertPostingSet('order_payment', 'JP261119NOBODY00/G1', [postingDirections.paid, 900])
    expect(exceptionRows(await compare())).toEqual(
      sortedRows([
        ['paid_not_booked', unbooked, 1],
        ['booked_not_paid', unknown, 2],
        ['amount_differs', other, 0.1],
        ['no_proof_of_delivery', withoutProof, 4],
        ['bought_without_end', bought, 5],
        ['bought_without_end', again, 11],
        ['refund_without_credit', uncredited, 6],
        ['bought_without_end', open, 7],
        ['reference_twice', second, 8],
        ['booked_not_paid', 'order_payment:JP261119NOBODY00/G1', 9],
      ]),
    )
    expect(first < second).toBe(true)
  })

  it('is found in the ledger too: a payment of an order that is not posted, or posted differently', async () => {
    const nowhere = await insertBookedOrder({ paise: 100 })
    await JournalEntryModel.deleteOne({ ref: new RegExp(`^${nowhere}/`) })
    const otherwise = await insertBookedOrder({ paise: 200 })
    await JournalEntryModel.updateOne(
      { ref: new RegExp(`^${otherwise}/`) },
      { 'postings.0.amountPaise': -150, 'postings.1.amountPaise': 150 },
    )
    expect(exceptionRows(await compare())).toEqual(
      sortedRows([
        ['amount_differs', otherwise, 0.5],
        ['paid_not_booked', nowhere, 1],
      ]),
    )
  })

  it('is found where a supplier’s balance dropped by more than the purchases', async () => {
    await insertBookedOrder()
    const before = isoDayOf(new Date(startOfIstDay(day).getTime() - 1))
    externalData.balances = ['1000']
    await compare(before)
    const from = service.clock.now()
    service.clock.advance(10 * 60_000)
    const sentAt = new Date(from.getTime() + 5 * 60_000)
    await insertBookedOrder({
      more: {
        createdAt: new Date(),
        ended: { at: sentAt },
        units: [{ state: 'delivered', cost: '60.5', sentAt }],
      },
    })
    externalData.balances = ['939.5']
    const agreed = await compare()
    expect(agreed.balances[0]).toMatchObject({
      account: 'SMILEBR',
      balance: '939.5',
      balanceDrop: 60.5,
      purchasedAmount: 60.5,
    })
    expect(agreed.exceptions).toEqual([])
    await ReconciliationRunModel.deleteOne({ _id: day })
    externalData.balances = ['929.5']
    expect(exceptionRows(await compare())).toEqual(sortedRows([['balance_differs', `SMILEBR.${day}`, 14.2]]))
  })

  it('is calculated with the current cost of an item, whatever cost an order was created with', async () => {
    await knowCosts()
    const before = isoDayOf(new Date(startOfIstDay(day).getTime() - 1))
    externalData.balances = ['1000']
    await compare(before)
    const from = service.clock.now()
    service.clock.advance(10 * 60_000)
    const sentAt = new Date(from.getTime() + 5 * 60_000)
    const unit = { state: 'delivered', supplierItemId: '13', sentAt }
    // Created before its cost was known, and with a factor that the supplier rounds.
    const units = [
      { ...unit, cost: '', factor: 1 },
      { ...unit, cost: '6.25', factor: 1.0043 },
    ]
    await insertBookedOrder({ more: { createdAt: new Date(), ended: { at: sentAt }, units } })
    externalData.balances = [String(1_000 - 61.5 - 61.76)]
    const agreed = await compare()
    expect(agreed.balances[0]).toMatchObject({ balanceDrop: 123.26, purchasedAmount: 123.2645 })
    expect(agreed.exceptions).toEqual([])
    await SupplierProductModel.deleteMany({})
  })

  it('is found in a supplier’s own list of orders, page by page', async () => {
    const one = (supplierOrderId: string, state: ListedOrder['state']): ListedOrder => ({
      supplierOrderId,
      state,
      total: '3.90',
      unit: 'USD',
    })
    const units = (supplierOrderId: string, state: string) => [{ supplierOrderId, state, cost: '1' }]
    await insertBookedOrder({ more: { units: units('M1', 'delivered') } })
    const taken = await insertBookedOrder({ paise: 200, more: { units: units('M2', 'delivered') } })
    const back = await insertBookedOrder({
      paise: 300,
      more: { status: 'Refunded', units: units('M3', 'rejected') },
    })
    await insertPostingSet('order_refund', back, [postingDirections.back, 300])
    const deliveredLate = await insertBookedOrder({ paise: 1_100 })
    const again = await insertRedelivery(deliveredLate, units('M6', 'rejected'))
    externalData.listed = [
      one('M1', 'delivered'),
      one('M2', 'returned'),
      one('M3', 'delivered'),
      one('M4', 'delivered'),
      one('M5', 'returned'),
      one('M6', 'delivered'),
    ]
    expect(exceptionRows(await compare())).toEqual(
      sortedRows([
        ['no_proof_of_delivery', taken, 2],
        ['bought_without_end', back, 3],
        ['bought_without_end', again, 11],
        ['bought_without_end', 'MOOGOLD.M4', null],
      ]),
    )
  })

  it('causes a check of a payment without a callback, so that it is posted like any other', async () => {
    const id = await insertBookedOrder({ more: { status: 'Failed', completedAt: null, units: [] } })
    await OrderModel.collection.updateOne(
      { _id: id as never },
      { $set: { 'payment.captures': [], 'due.payment': { at: null, seq: 4 } } },
    )
    await JournalEntryModel.deleteMany({})
    await compare()
    const order = await OrderModel.findById(id).lean()
    expect(order?.payment?.callbackAt).toBeInstanceOf(Date)
    expect(order?.due.payment.at).toBeInstanceOf(Date)
  })
})

describe('the comparison', () => {
  it('records a second payment of an order next to the first, though that one was explained', async () => {
    const id = await insertBookedOrder({ gatewayPaise: 1 })
    const [one] = (await compare()).exceptions
    const body = { id: one?.id ?? '', state: 'explained', note: 'The bank corrected it.' } as const
    await admin.call(calls.resolveException, { body })
    const attempt = {
      id: `${id}R2`,
      gatewayId: '',
      paymentUrl: '',
      upiLinks: null,
      at: at(720),
      state: 'open',
    }
    const capture = { gatewayId: 'G2', attemptId: `${id}R2`, bankReference: '', amountPaise: 300, payer: '' }
    await OrderModel.collection.updateOne({ _id: id as never }, {
      $push: {
        'payment.attempts': attempt,
        'payment.captures': { ...capture, at: at(721), allocatedTo: 'wallet' },
      },
    } as never)
    const twice = gatewayAnswers.get(id)
    if (twice?.kind === 'paid')
      gatewayAnswers.set(`${id}R2`, { ...twice, clientTxnId: `${id}R2`, gatewayId: 'G2' })
    await insertPostingSet('unallocated_payment', `${id}/G2`, [postingDirections.unallocated, 300])
    const kinds = (await compare()).exceptions.map(({ kind, state }) => `${kind} ${state}`)
    expect(kinds).toEqual(['amount_differs explained', 'amount_differs open'])
  })

  it('adds what a later run finds, removes nothing, and repeats nothing', async () => {
    const id = await insertBookedOrder({ gatewayPaise: 1 })
    expect((await compare()).exceptions).toHaveLength(1)
    gatewayAnswers.set(id, { kind: 'unavailable', message: '' })
    const later = await insertBookedOrder({ gateway: 'not_found' })
    expect(exceptionRows(await compare())).toEqual(
      sortedRows([
        ['amount_differs', id, 344.99],
        ['booked_not_paid', later, 345],
      ]),
    )
    expect((await compare()).exceptions).toHaveLength(2)
  })

  it('runs once though two workers start it at the same time, and is recovered by another after a crash', async () => {
    for (let number = 0; number < 30; number += 1) await insertBookedOrder({ paise: 100 })
    await admin.call(calls.compareDay, { params: { day } })
    const work = async () => {
      for (let part = 0; part < 100; part += 1) await reconcileNextPart(depsOf(service), 0)
    }
    await Promise.all([work(), work(), work()])
    const { asked, received, state } = await admin.call(calls.reconciledDay, { params: { day } })
    expect({ asked, received, state }).toEqual({ asked: 30, received: 30, state: 'done' })
    await admin.call(calls.compareDay, { params: { day } })
    await ReconciliationRunModel.updateOne(
      { _id: day },
      { lockedUntil: new Date(service.clock.now().getTime() + 300_000) },
    )
    expect(await reconcileNextPart(depsOf(service), 0)).toBe(false)
    service.clock.advance(301_000)
    expect(await reconcileNextPart(depsOf(service), 0)).toBe(true)
  })

  it('is not made of a day that has not ended', async () => {
    const today = isoDayOf(service.clock.now())
    expect(await refusalOf(admin.call(calls.compareDay, { params: { day: today } }))).toMatchObject({
      status: 409,
      code: 'day_not_finished',
    })
  })
})

describe('an exception', () => {
  it('is explained by a person once, with a permanent sentence, and recorded', async () => {
    await insertBookedOrder({ gatewayPaise: 1 })
    const [one] = (await compare()).exceptions
    const body = { id: one?.id ?? '', state: 'explained', note: 'The bank corrected it.' } as const
    const [mine, another] = await Promise.allSettled([
      admin.call(calls.resolveException, { body }),
      finance.call(calls.resolveException, { body: { ...body, state: 'resolved', note: 'Another.' } }),
    ])
    expect([mine.status, another.status].toSorted()).toEqual(['fulfilled', 'rejected'])
    const after = await admin.call(calls.reconciledDay, { params: { day } })
    const resolved = mine.status === 'fulfilled' ? body : { state: 'resolved', note: 'Another.' }
    expect(after.exceptions[0]).toMatchObject({ state: resolved.state, closed: { note: resolved.note } })
    expect(after).toMatchObject({ open: 0, openDays: [] })
    const rows = await auditRows({ target: `exception:${one?.id}` })
    expect(rows.map(({ action, reason }) => [action, reason])).toEqual([
      [resolved.state === 'explained' ? 'exception.explain' : 'exception.resolve', resolved.note],
    ])
  })

  it('that is found again stays explained, and a repeated explanation gets the same reply', async () => {
    await insertBookedOrder({ gatewayPaise: 1 })
    const [one] = (await compare()).exceptions
    const body = { id: one?.id ?? '', state: 'explained', note: 'The bank corrected it.' } as const
    const first = await admin.call(calls.resolveException, { body })
    expect(await admin.call(calls.resolveException, { body })).toEqual(first)
    expect((await compare()).exceptions).toEqual([first])
    expect(await admin.call(calls.openExceptions)).toEqual({ open: 0 })
  })
})
