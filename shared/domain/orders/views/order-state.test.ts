import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { orderStatuses } from '../../../contracts/order-status.ts'
import { type PendingReasonKind, pendingReasons } from '../../../contracts/pending-reasons.ts'
import { waitingReasons } from '../../../contracts/waiting-reasons.ts'
import { newPayment } from '../../payments/index.ts'
import { planUnits, type UnitState, unitStates } from '../../purchasing/index.ts'
import type { OrderDoc } from '../model/order-model.ts'
import { orderNotifications } from '../notify/order-notifications.ts'
import { pendingReasonOf } from '../rules/pending-reason.ts'
import { orderState } from './order-state.ts'

const start = new Date('2026-01-31T10:00:00Z')
const at = (seconds: number) => new Date(start.getTime() + seconds * 1_000)
const iso = (seconds: number) => at(seconds).toISOString()

const packs = (...states: UnitState[]) =>
  planUnits('JP1', states).map((unit, index) => ({ ...unit, state: states[index] ?? 'planned' }))
const waiting = (kind: PendingReasonKind, ...states: UnitState[]): Partial<OrderDoc> => ({
  pendingReason: pendingReasonOf(kind, { since: at(50) }),
  units: packs(...states),
})

const order = (more: Partial<OrderDoc> = {}): OrderDoc =>
  ({
    _id: 'JP1',
    status: 'Processing',
    delivery: 'instant',
    paymentmode: 'upi',
    pricePaise: 34_500,
    partlyRefundedPaise: 0,
    creditedPaise: 0,
    reason: '',
    input1: '1',
    playerName: '',
    item: { name: '86 Diamonds', apiType: 'SMILEBR' },
    customer: { userid: 'u1' },
    createdAt: start,
    updatedAt: at(99),
    processingAt: at(40),
    completedAt: null,
    ended: null,
    payment: newPayment('upigateway', start, 1_800_000),
    units: packs('planned'),
    pendingReason: { kind: 'in_progress', since: at(50), detail: '' },
    history: [],
    ...more,
  }) as OrderDoc

const discrepancy = {
  id: 'D1',
  kind: 'reference_changed',
  at: at(30),
  inReviewPaise: 34_500,
  resolution: null,
}
const discrepancyFound = {
  ...newPayment('upigateway', start, 1_800_000),
  discrepancies: [discrepancy],
} as unknown as OrderDoc['payment']

const cases = [
  ['payment', 0, { status: 'Created', processingAt: null }],
  ['payment_review', 30, { status: 'Created', processingAt: null, payment: discrepancyFound }],
  ['queued', 50, waiting('in_progress', 'planned')],
  ['queued', 50, waiting('in_progress', 'delivered', 'planned')],
  ['supplier_answer', 60, { units: packs('sending').map((unit) => ({ ...unit, sentAt: at(60) })) }],
  [
    'supplier_delivery',
    65,
    {
      units: packs('sending').map((unit) => ({ ...unit, supplierOrderId: 'S1', answeredAt: at(65) })),
    },
  ],
  ['outcome_unknown', 50, waiting('outcome_unknown', 'unknown')],
  ['outcome_unknown', 50, waiting('supplier_unavailable', 'unknown')],
  ['supplier_unavailable', 50, waiting('supplier_unavailable', 'planned')],
  ['on_hold', 50, waiting('on_hold', 'planned')],
  ['outcome_unknown', 50, waiting('on_hold', 'unknown')],
  ['supplier_deferred', 50, waiting('supplier_deferred', 'planned')],
  ['admin', 50, waiting('supplier_deferred', 'rejected')],
  ['supplier_review', 50, waiting('supplier_review', 'sending')],
  ['admin', 50, waiting('partly_delivered', 'delivered', 'rejected')],
  ['admin', 50, waiting('task_failed', 'planned')],
  ['manual', 40, { delivery: 'manual', units: [], pendingReason: null }],
  ['nothing', 70, { status: 'Completed', ended: { at: at(70), by: 'supplier' } }],
  ['nothing', 70, { status: 'Failed', ended: { at: at(70), by: 'payments' } }],
] as const

describe('what an order waits for', () => {
  it('shows that the player’s region is not eligible, and no other rejection', () => {
    const refused = (code: string) => packs('rejected').map((unit) => ({ ...unit, code }))
    const notEligible = (code: string) =>
      orderState(order({ status: 'Refunded', units: refused(code) })).notEligible
    expect([notEligible('201'), notEligible('20003'), notEligible('returned')]).toEqual([
      true,
      undefined,
      undefined,
    ])
  })

  it('has a case for each waiting reason', () => {
    expect(new Set(cases.map(([waitingFor]) => waitingFor))).toEqual(new Set(waitingReasons))
  })

  it.each(cases)('is %s, since second %i: %j', (waitingFor, since, more) => {
    expect(orderState(order(more as unknown as Partial<OrderDoc>))).toMatchObject({
      waitingFor,
      since: iso(since),
    })
  })

  it('follows the next unit when the pending reason is older', () => {
    for (const kind of ['outcome_unknown', 'supplier_review'] as const) {
      expect(orderState(order(waiting(kind, 'delivered', 'planned'))).waitingFor).toBe('queued')
    }
  })

  it('has an end: that of the payment window, or the promised time', () => {
    expect(orderState(order({ status: 'Created' })).until).toBe(iso(1_800))
    expect(orderState(order()).until).toBe(iso(40 + 1_800))
    expect(orderState(order({ status: 'Cancelled', ended: { at: at(70), by: 'meera' } }))).not.toHaveProperty(
      'until',
    )
  })
})

describe('an order’s state', () => {
  it('counts its units, and shows in rupees what was paid and refunded', () => {
    const capture = { amountPaise: 34_550, at: at(39), allocatedTo: 'purchase' }
    const payment = { ...newPayment('upigateway', start, 1), captures: [capture] }
    const facts = {
      status: 'Completed',
      partlyRefundedPaise: 11_550,
      completedAt: at(70),
      ended: { at: at(70), by: 'meera' },
      payment,
      units: packs('delivered', 'rejected', 'unknown', 'sending', 'planned'),
    }
    expect(orderState(order(facts as unknown as Partial<OrderDoc>))).toEqual({
      waitingFor: 'nothing',
      since: iso(70),
      endedAt: iso(70),
      deliveredAt: iso(70),
      units: { total: 5, delivered: 1, rejected: 1, unclear: 1, atSupplier: 1 },
      paid: { at: iso(39), amount: 345.5 },
      partlyRefunded: 115.5,
    })
  })

  it.each([
    ['declined', { status: 'Failed', seconds: 1_799 }, true],
    ['not made in time', { status: 'Failed', seconds: 1_800 }, undefined],
    ['refunded by an admin', { status: 'Refunded', seconds: 70 }, undefined],
  ] as const)('recognises a payment that was %s', (_what, { status, seconds }, isDeclined) => {
    const payment = { ...newPayment('upigateway', start, 1_800_000), state: 'failed' as const }
    const ended = { at: at(seconds), by: 'payments' }
    expect(orderState(order({ status, payment, ended })).declined).toBe(isDeclined)
  })

  it('shows when it was delivered and when it was refunded', () => {
    const given = { status: 'Refunded', completedAt: at(70), ended: { at: at(90), by: 'meera' } } as const
    expect(orderState(order(given))).toMatchObject({ deliveredAt: iso(70), endedAt: iso(90) })
  })
})

const moment = fc.integer({ min: 0, max: 100_000 }).map(at)
const anyOrder = fc
  .record({
    status: fc.constantFrom(...orderStatuses),
    kind: fc.option(fc.constantFrom(...pendingReasons)),
    states: fc.array(fc.constantFrom(...unitStates), { minLength: 1, maxLength: 4 }),
    delivery: fc.constantFrom('instant' as const, 'manual' as const),
    by: fc.constantFrom('supplier', 'payments', 'meera'),
    endedAt: moment,
  })
  .map(({ status, kind, states, delivery, by, endedAt }) =>
    order({
      status,
      delivery,
      units: packs(...states),
      pendingReason: kind && pendingReasonOf(kind, { since: at(50) }),
      ended: status === 'Created' || status === 'Processing' ? null : { at: endedAt, by },
    }),
  )
const anyPast = fc.array(
  fc.record({
    version: fc.nat(9),
    at: moment,
    by: fc.constantFrom('supplier', 'payments', 'meera'),
    from: fc.constantFrom(...orderStatuses),
    to: fc.constantFrom(...orderStatuses),
    reason: fc.string(),
  }),
  { minLength: 1, maxLength: 6 },
)

it('keeps state and notifications the same for any history', () => {
  fc.assert(
    fc.property(anyOrder, anyPast, (one, past) => {
      const other = { ...one, history: [...one.history, ...past] }
      expect(orderState(other)).toEqual(orderState(one))
      expect(orderNotifications(other, at(60))).toEqual(orderNotifications(one, at(60)))
    }),
  )
})

it('gives each order a known waiting reason, and none exactly when it has ended', () => {
  fc.assert(
    fc.property(anyOrder, (one) => {
      const { waitingFor, endedAt } = orderState(one)
      expect(waitingReasons).toContain(waitingFor)
      expect(waitingFor === 'nothing').toBe(endedAt !== undefined)
    }),
  )
})
