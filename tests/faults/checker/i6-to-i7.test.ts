import { describe, expect, it } from 'vitest'
import type { Evidence } from './evidence.ts'
import {
  makeDelivery,
  makeOpenStoredOrder,
  makePayment,
  makeRefund,
  makeStoredOrder,
  soundEvidence,
  soundJournals,
} from './faulty-data.ts'
import { deliveredIsPaid } from './i6-delivered-is-paid.ts'
import { refundsWithinCaptures } from './i7-refunds-within-captures.ts'

const say = (change: Partial<Evidence>) => deliveredIsPaid(soundEvidence(change)).map(({ what }) => what)
const journals = (count: number) =>
  soundJournals({ smileone: Array.from({ length: count }, () => makeDelivery()) })

const unit = (state: string) => ({ units: [{ ref: 'JP1-1', supplierItemId: '13', state, attempt: 1 }] })

describe('I6, delivered is paid, and paid is delivered, refunded or on the board', () => {
  it('accepts delivered and paid; refunded and not delivered; on the board', () => {
    expect(say({})).toEqual([])
    expect(
      say({
        orders: [makeStoredOrder({ ...unit('rejected'), status: 'Refunded' })],
        ledger: [makePayment(), makeRefund()],
        journals: journals(0),
      }),
    ).toEqual([])
    expect(say({ orders: [makeOpenStoredOrder()], journals: journals(0) })).toEqual([])
  })

  it('finds a delivery without payment', () => {
    expect(say({ ledger: [] })).toContain('delivered, but 0 of 34500 paise were paid')
  })

  it('finds a completed order without delivery', () => {
    expect(say({ journals: journals(0) })).toEqual(['Completed with 0 of 1 units delivered'])
  })

  it('finds a refund of a delivered order, and a missing one', () => {
    const orders = [makeStoredOrder({ ...unit('rejected'), status: 'Refunded' })]
    expect(say({ orders, ledger: [makePayment(), makeRefund()] })).toEqual([
      '1 units delivered, and all of the price refunded',
    ])
    expect(say({ orders, journals: journals(0) })).toEqual(['Refunded with 0 of 34500 paise'])
  })

  it('finds a completed order with an undelivered unit, unless an admin decided it or a conflict is open', () => {
    for (const state of ['sending', 'unknown', 'planned', 'rejected']) {
      expect(say({ orders: [makeStoredOrder(unit(state))] })).toEqual([`Completed with a unit ${state}`])
    }
    const byAdmin = [{ version: 3, from: 'Processing', to: 'Completed', by: 'a1', reason: '' }]
    const conflict = [{ kind: 'not_delivered', unit: 'JP1-1' }]
    expect(say({ orders: [makeStoredOrder({ ...unit('unknown'), history: byAdmin })] })).toEqual([])
    expect(say({ orders: [makeStoredOrder({ ...unit('rejected'), supplierConflicts: conflict })] })).toEqual(
      [],
    )
  })

  it('finds a refunded order with an unclear unit without follow-up, or a delivered unit without a conflict', () => {
    const refunded = { ledger: [makePayment(), makeRefund()], journals: journals(0) }
    for (const state of ['sending', 'unknown', 'delivered']) {
      const orders = [makeStoredOrder({ ...unit(state), status: 'Refunded' })]
      expect(say({ ...refunded, orders })).toEqual([`Refunded with a unit ${state}`])
    }
    const due = { ...makeStoredOrder().due, fulfil: { at: new Date(), seq: 2 } }
    expect(
      say({ ...refunded, orders: [makeStoredOrder({ ...unit('unknown'), due, status: 'Refunded' })] }),
    ).toEqual([])
  })

  it('finds an order that failed although it was paid', () => {
    expect(say({ orders: [makeStoredOrder({ status: 'Failed' })], journals: journals(0) })).toEqual([
      'Failed although paid 34500 and 0 units delivered',
    ])
  })

  it('finds a payment of another amount than the price', () => {
    expect(say({ orders: [makeStoredOrder({ pricePaise: 40_000 })] })).toContain(
      'paid 34500 for a price of 40000',
    )
  })
})

describe('I7, refunds do not exceed payments, once', () => {
  it('accepts one refund of what was paid', () => {
    expect(refundsWithinCaptures(soundEvidence({ ledger: [makePayment(), makeRefund()] }))).toEqual([])
  })

  it('finds a refund of more than was paid', () => {
    const [found] = refundsWithinCaptures(soundEvidence({ ledger: [makePayment(), makeRefund(40_000)] }))
    expect(found).toMatchObject({ rule: 'I7', about: 'JP1', paise: 5_500 })
  })

  it('finds the same cause posted twice', () => {
    const found = refundsWithinCaptures(
      soundEvidence({ ledger: [makePayment(), makeRefund(), makeRefund()] }),
    )
    expect(found.map(({ what }) => what)).toEqual(['69000 paise refunded, 34500 paid', 'posted 2 times'])
  })
})
