import { describe, expect, it } from 'vitest'
import type { Evidence } from '../load/evidence.ts'
import {
  makeDelivery,
  makeOpenStoredOrder,
  makePayment,
  makePostingSet,
  makeRefund,
  makeStoredOrder,
  soundEvidence,
  soundJournals,
} from './faulty-data.ts'
import { deliveredIsPaid, moneyBalances, refundsWithinCaptures } from './money-invariants.ts'

const topUp = (paise: number) =>
  makePostingSet('adjustment', 'A1', [
    ['adjustments', -paise],
    ['wallet:u1', paise],
  ])
const findings = (change: Parameters<typeof soundEvidence>[0]) =>
  moneyBalances(soundEvidence(change)).map(({ what, paise }) => [what, paise])

describe('I1, money balances', () => {
  it('accepts a sound ledger', () => {
    expect(findings({})).toEqual([])
    expect(
      findings({ ledger: [makePayment(), topUp(500)], wallets: [{ _id: 'u1', balancePaise: 500 }] }),
    ).toEqual([])
  })

  it('finds an entry that does not sum to zero', () => {
    const odd = makePostingSet('adjustment', 'A1', [['adjustments', -500]])
    expect(findings({ ledger: [makePayment(), odd] })).toEqual([['sums to -500 paise', 500]])
  })

  it('finds a balance that is not the sum of its entries, also of a missing wallet', () => {
    expect(
      findings({ ledger: [makePayment(), topUp(500)], wallets: [{ _id: 'u1', balancePaise: 400 }] }),
    ).toEqual([['shows 400, its entries say 500', 100]])
    expect(findings({ ledger: [makePayment(), topUp(500)] })).toEqual([['shows 0, its entries say 500', 500]])
  })

  it('finds a negative balance', () => {
    const spent = findings({ ledger: [makePayment(), topUp(-5)], wallets: [{ _id: 'u1', balancePaise: -5 }] })
    expect(spent).toEqual([['is negative: -5', undefined]])
  })

  it('finds money of the gateway that is not in the ledger, and the reverse', () => {
    expect(findings({ ledger: [] })).toEqual([['the gateway took 34500 paise, the ledger has 0', 34_500]])
    const journals = soundJournals({ upigateway: [] })
    expect(findings({ journals })).toEqual([['the gateway took 0 paise, the ledger has 34500', 34_500]])
  })

  it('finds one payment that was entered twice', () => {
    const again = { ...makePayment(), kind: 'unallocated_payment' }
    expect(findings({ ledger: [makePayment(), again] })).toEqual([
      ['the gateway took 34500 paise, the ledger has 69000', 34_500],
    ])
  })
})

const undeliveredOrUnpaid = (change: Partial<Evidence>) =>
  deliveredIsPaid(soundEvidence(change)).map(({ what }) => what)
const journals = (count: number) =>
  soundJournals({ smileone: Array.from({ length: count }, () => makeDelivery()) })

const unit = (state: string) => ({ units: [{ ref: 'JP1-1', supplierItemId: '13', state, attempt: 1 }] })

describe('I6, delivered is paid, and paid is delivered, refunded or on the board', () => {
  it('accepts delivered and paid; refunded and not delivered; on the board', () => {
    expect(undeliveredOrUnpaid({})).toEqual([])
    expect(
      undeliveredOrUnpaid({
        orders: [makeStoredOrder({ ...unit('rejected'), status: 'Refunded' })],
        ledger: [makePayment(), makeRefund()],
        journals: journals(0),
      }),
    ).toEqual([])
    expect(undeliveredOrUnpaid({ orders: [makeOpenStoredOrder()], journals: journals(0) })).toEqual([])
  })

  it('finds a delivery without payment', () => {
    expect(undeliveredOrUnpaid({ ledger: [] })).toContain('delivered, but 0 of 34500 paise were paid')
  })

  it('finds a completed order without delivery', () => {
    expect(undeliveredOrUnpaid({ journals: journals(0) })).toEqual(['Completed with 0 of 1 units delivered'])
  })

  it('finds a refund of a delivered order, and a missing one', () => {
    const orders = [makeStoredOrder({ ...unit('rejected'), status: 'Refunded' })]
    expect(undeliveredOrUnpaid({ orders, ledger: [makePayment(), makeRefund()] })).toEqual([
      '1 units delivered, and all of the price refunded',
    ])
    expect(undeliveredOrUnpaid({ orders, journals: journals(0) })).toEqual(['Refunded with 0 of 34500 paise'])
  })

  it('finds a completed order with an undelivered unit, unless an admin decided it or a conflict is open', () => {
    for (const state of ['sending', 'unknown', 'planned', 'rejected']) {
      expect(undeliveredOrUnpaid({ orders: [makeStoredOrder(unit(state))] })).toEqual([
        `Completed with a unit ${state}`,
      ])
    }
    const byAdmin = [{ version: 3, from: 'Processing', to: 'Completed', by: 'a1', reason: '' }]
    const conflict = [{ kind: 'not_delivered', unit: 'JP1-1' }]
    expect(
      undeliveredOrUnpaid({ orders: [makeStoredOrder({ ...unit('unknown'), history: byAdmin })] }),
    ).toEqual([])
    expect(
      undeliveredOrUnpaid({
        orders: [makeStoredOrder({ ...unit('rejected'), supplierConflicts: conflict })],
      }),
    ).toEqual([])
  })

  it('finds a refunded order with an unclear unit without follow-up, or a delivered unit without a conflict', () => {
    const refunded = { ledger: [makePayment(), makeRefund()], journals: journals(0) }
    for (const state of ['sending', 'unknown', 'delivered']) {
      const orders = [makeStoredOrder({ ...unit(state), status: 'Refunded' })]
      expect(undeliveredOrUnpaid({ ...refunded, orders })).toEqual([`Refunded with a unit ${state}`])
    }
    const due = { ...makeStoredOrder().due, fulfil: { at: new Date(), seq: 2 } }
    expect(
      undeliveredOrUnpaid({
        ...refunded,
        orders: [makeStoredOrder({ ...unit('unknown'), due, status: 'Refunded' })],
      }),
    ).toEqual([])
  })

  it('finds an order that failed although it was paid', () => {
    expect(
      undeliveredOrUnpaid({ orders: [makeStoredOrder({ status: 'Failed' })], journals: journals(0) }),
    ).toEqual(['Failed although paid 34500 and 0 units delivered'])
  })

  it('finds a payment of another amount than the price', () => {
    expect(undeliveredOrUnpaid({ orders: [makeStoredOrder({ pricePaise: 40_000 })] })).toContain(
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
