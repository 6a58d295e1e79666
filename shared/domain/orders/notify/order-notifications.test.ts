import { describe, expect, it } from 'vitest'
import { type Capture, type Discrepancy, newPayment } from '../../payments/index.ts'
import { type IUnit, planUnits } from '../../purchasing/index.ts'
import type { OrderDoc } from '../model/order-model.ts'
import { nextNotificationAt, orderNotifications } from './order-notifications.ts'
import { ticketNotifications } from './ticket-notifications.ts'

const start = new Date('2026-01-31T10:00:00Z')
const after = (seconds: number) => new Date(start.getTime() + seconds * 1_000)

const row = (to: OrderDoc['status'], seconds: number, by = 'supplier') => ({
  version: 1,
  at: after(seconds),
  from: '' as const,
  to,
  by,
  reason: '',
})

const order = (more: Partial<OrderDoc> = {}): OrderDoc =>
  ({
    _id: 'JP261121K7Q2MDX4',
    customer: {
      userid: 'u1',
      name: 'Asha',
      email: 'asha@example.test',
      mobilenumber: '9000000001',
      role: 'user',
    },
    item: { itemid: 1, name: '86 Diamonds', imgpath: '', apiType: 'SMILEBR' },
    input1: '123456789',
    input2: '1234',
    playerName: 'AshaOP',
    delivery: 'instant',
    pricePaise: 34_500,
    partlyRefundedPaise: 0,
    reason: '',
    paymentmode: 'wallet',
    payment: null,
    createdAt: start,
    processingAt: start,
    status: 'Processing',
    pendingReason: pendingReason('in_progress'),
    units: planUnits('JP1', ['13']),
    history: [row('Processing', 0, 'customer')],
    ...more,
  }) as OrderDoc

const pendingReason = (kind: NonNullable<OrderDoc['pendingReason']>['kind']) => ({
  kind,
  since: start,
  detail: '',
})
const packs = (...states: IUnit['state'][]) =>
  planUnits('JP1', states).map((unit, index) => ({ ...unit, state: states[index] ?? 'planned' }))
const notifications = (more: Partial<OrderDoc>, seconds = 5) =>
  orderNotifications(order(more), after(seconds))

describe('an open order', () => {
  it.each([
    ['manual', { delivery: 'manual', units: [], pendingReason: pendingReason('manual') }],
    ['queued', { units: packs('planned') }],
    ['queued', { units: packs('delivered', 'planned') }],
    ['sent', { units: packs('sending') }],
    ['supplier_unavailable', { pendingReason: pendingReason('supplier_unavailable') }],
    ['supplier_review', { units: packs('sending'), pendingReason: pendingReason('supplier_review') }],
    ['in_review', { units: packs('unknown'), pendingReason: pendingReason('outcome_unknown') }],
    ['queued', { units: packs('delivered', 'planned'), pendingReason: pendingReason('outcome_unknown') }],
    ['in_review', { units: packs('planned'), pendingReason: pendingReason('supplier_deferred') }],
    ['sent', { units: packs('sending'), pendingReason: pendingReason('supplier_unavailable') }],
    [
      'in_review',
      { units: packs('delivered', 'rejected'), pendingReason: pendingReason('partly_delivered') },
    ],
    ['in_review', { pendingReason: pendingReason('task_failed') }],
  ] as const)('is notified as %s when it is: %j', (stage, more) => {
    const [notification] = notifications(more as unknown as Partial<OrderDoc>)
    expect(notification).toMatchObject({ kind: 'order_placed', facts: { stage, isLate: false } })
  })

  it('is notified again ten minutes after its payment, and only once', () => {
    const justBefore = after(599.999)
    expect(nextNotificationAt(order(), justBefore)).toEqual(after(600))
    expect(orderNotifications(order(), justBefore)).toMatchObject([{ kind: 'order_placed' }])
    expect(nextNotificationAt(order(), after(600))).toBeNull()
    expect(orderNotifications(order(), after(600))).toMatchObject([{ kind: 'order_in_hand' }])
  })

  it('is notified as late only after its promised time', () => {
    expect(notifications({}, 1_800)).toMatchObject([{ facts: { promisedBy: after(1_800), isLate: false } }])
    expect(notifications({}, 1_801)).toMatchObject([{ facts: { isLate: true } }])
  })

  it('is not notified while it is unpaid, nor when it has expired unpaid', () => {
    for (const status of ['Created', 'Failed'] as const) {
      expect(notifications({ status, processingAt: null })).toEqual([])
      expect(nextNotificationAt(order({ status }), start)).toBeNull()
    }
  })
})

describe('an ended order', () => {
  it('is notified with its delivery time, also after a later history row', () => {
    const history = [row('Processing', 0), row('Completed', 47), row('Completed', 900, 'meera')]
    const more = { history, ended: { at: after(47), by: 'supplier' } }
    expect(notifications({ status: 'Completed', units: packs('delivered'), ...more })).toMatchObject([
      { kind: 'order_completed', facts: { account: 'AshaOP', tookMs: 47_000 } },
    ])
  })

  it.each([
    [{ unitsOfOriginal: 3 }, { sent: 1, total: 3 }],
    [{}, 'whole'],
  ])('is notified as a redelivery, whole or partial: %j', (more, again) => {
    const second = { status: 'Completed', redeliveryOf: 'JP1', units: packs('delivered') } as const
    expect(notifications({ ...second, ...more })).toMatchObject([
      { kind: 'order_completed', facts: { again } },
    ])
    expect(notifications({ ...second, redeliveryOf: '' })[0]?.facts).not.toHaveProperty('again')
  })

  it.each([
    ['redelivered', ['JP1-1'], { sent: 1, total: 3 }],
    ['redelivered', [], undefined],
    ['explained', ['JP1-1'], undefined],
  ] as const)('resolves a ticket with %s of %j', (kind, chosen, again) => {
    const redelivery = { orderid: 'JP2', state: 'in_progress', units: [...chosen] }
    const ticket = {
      status: 'resolved',
      messages: [],
      language: 'en',
      resolution: { kind, text: 'So', at: start },
    }
    const first = { units: packs('delivered', 'delivered', 'delivered'), redelivery, ticket }
    const env = { SUPPORT_CONTACT: '' }
    const [notification] = ticketNotifications(order(first as unknown as Partial<OrderDoc>), {
      now: start,
      env,
    })
    expect(notification).toMatchObject({ kind: 'ticket_resolved', facts: { text: 'So' } })
    expect(notification?.facts).toEqual({ itemname: '86 Diamonds', text: 'So', ...(again && { again }) })
  })

  it('is notified as partly delivered after a partial refund', () => {
    const part = { status: 'Completed', units: packs('delivered', 'delivered', 'rejected') } as const
    expect(
      notifications({ ...part, partlyRefundedPaise: 11_500, history: [row('Completed', 47, 'meera')] }),
    ).toMatchObject([{ kind: 'order_part_delivered', facts: { delivered: 2, total: 3, backPaise: 11_500 } }])
  })

  it.each([
    ['rejected', 'supplier', 34_500],
    ['by_admin', 'meera', 34_500],
    ['late', 'payments', 34_500],
    ['wrong_amount', 'payments', 10_000],
  ] as const)(
    'is notified as refunded as %s when %s ended it, also after a later history row',
    (cause, by, amountPaise) => {
      const capture = {
        bankReference: '4055',
        attemptId: 'JP1',
        gatewayId: '7',
        amountPaise,
        payer: '',
        at: start,
        allocatedTo: 'wallet' as const,
      }
      const payment = { ...newPayment('upigateway', start, 1), captures: by === 'payments' ? [capture] : [] }
      const ended = { at: after(10), by }
      const history = [row('Refunded', 10, by), row('Refunded', 900, 'imran')]
      expect(notifications({ status: 'Refunded', payment, ended, history })).toMatchObject([
        { kind: 'order_refunded', facts: { cause, amountPaise } },
      ])
    },
  )

  it('notifies the amount of each payment that was credited, in any order', () => {
    const capture = (gatewayId: string, amountPaise: number, seconds: number) => ({
      gatewayId,
      amountPaise,
      at: after(seconds),
      allocatedTo: 'wallet' as const,
      attemptId: 'JP1',
      bankReference: gatewayId,
      payer: '',
    })
    const credited = (id: string, inReviewPaise: number, seconds: number): Discrepancy => ({
      id,
      inReviewPaise,
      amountPaise: inReviewPaise,
      kind: 'amount_changed',
      at: after(seconds - 5),
      gatewayId: id,
      known: '345',
      reported: '340',
      orderRef: 'JP1',
      vendorStatus: 'success',
      resolution: { at: after(seconds), by: 'meera', answer: 'credit', reason: 'Seen at the bank' },
    })
    const refundsOf = (captures: Capture[], discrepancies: Discrepancy[], endedAt: number) =>
      notifications({
        status: 'Refunded',
        ended: { at: after(endedAt), by: 'payments', previous: null },
        history: [row('Failed', 5, 'payments'), row('Refunded', endedAt, 'payments')],
        payment: { ...newPayment('upigateway', start, 1), captures, discrepancies },
      }).map(({ dedupeKey, facts }) => [dedupeKey, 'amountPaise' in facts && facts.amountPaise])
    const discrepancyFirst = refundsOf([capture('G2', 34_500, 90)], [credited('D1', 34_000, 30)], 30)
    expect(discrepancyFirst).toEqual([
      [undefined, 34_000],
      ['G2', 34_500],
    ])
    const captureFirst = refundsOf([capture('G1', 34_500, 30)], [credited('D1', 34_000, 90)], 30)
    expect(captureFirst).toEqual([
      [undefined, 34_500],
      ['D1', 34_000],
    ])
    const second = refundsOf([capture('G1', 100, 40), capture('G2', 34_500, 30)], [], 30)
    expect(second).toEqual([
      [undefined, 34_500],
      ['G1', 100],
    ])
  })

  it('is notified as refunded with the rest after a partial refund', () => {
    const history = [row('Completed', 47, 'meera'), row('Refunded', 60, 'meera')]
    expect(notifications({ status: 'Refunded', partlyRefundedPaise: 11_500, history })).toMatchObject([
      { facts: { amountPaise: 23_000, cause: 'by_admin' } },
    ])
  })

  it('is notified as cancelled, with the reason', () => {
    const reason = 'Delivered elsewhere'
    expect(
      notifications({ status: 'Cancelled', reason, history: [row('Cancelled', 60, 'meera')] }),
    ).toMatchObject([{ kind: 'order_cancelled', facts: { amountPaise: 34_500, reason } }])
  })
})
