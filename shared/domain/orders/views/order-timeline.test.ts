import { describe, expect, it } from 'vitest'
import { timelineSteps } from '../../../contracts/order-timeline.ts'
import type { PendingReasonKind } from '../../../contracts/pending-reasons.ts'
import { type IPayment, newPayment } from '../../payments/index.ts'
import { type IUnit, planUnits } from '../../purchasing/index.ts'
import type { OrderDoc } from '../model/order-model.ts'
import { pendingReasonOf } from '../rules/pending-reason.ts'
import { timelineOf } from './order-timeline.ts'

const start = new Date('2026-01-31T10:00:00Z')
const at = (seconds: number) => new Date(start.getTime() + seconds * 1_000)
const stepsOf = (order: OrderDoc) => timelineOf(order).map((entry) => entry.step)

const row = (to: OrderDoc['status'], seconds: number, by = 'payments') => ({
  version: 1,
  at: at(seconds),
  from: '' as const,
  to,
  by,
  reason: '',
})

const order = ({ status, history = [row('Created', 0)], ...more }: Partial<OrderDoc> = {}): OrderDoc =>
  ({
    createdAt: start,
    paymentmode: 'upi',
    item: { itemid: 1001, name: '86 Diamonds', imgpath: '', apiType: 'SMILEBR' },
    pricePaise: 34_500,
    partlyRefundedPaise: 0,
    payment: newPayment('upigateway', start, 1_800_000),
    units: [],
    pendingReason: null,
    status,
    history,
    ended: history.findLast((one) => one.to === status) ?? null,
    ...more,
  }) as OrderDoc

const capture = (seconds: number, allocatedTo: 'purchase' | 'wallet', amountPaise = 34_500) => ({
  bankReference: `40550000${seconds}`,
  gatewayId: '7',
  attemptId: 'JP1',
  amountPaise,
  payer: '',
  at: at(seconds),
  allocatedTo,
})
const paidWith = (...captures: ReturnType<typeof capture>[]): IPayment => ({
  ...newPayment('upigateway', start, 1_800_000),
  state: 'paid',
  captures,
})

const [planned] = planUnits('JP1', ['13']) as [IUnit]
const unit = (more: Partial<IUnit>): IUnit => ({ ...planned, attempt: 1, ...more })

const ticket = (
  kind: 'delivered' | 'refunded' | 'explained' | 'redelivered',
): NonNullable<OrderDoc['ticket']> => ({
  status: 'resolved',
  issue: 'not_received',
  note: 'Not even after a restart',
  messages: [],
  readCount: 0,
  language: 'en',
  deadlineAt: at(180),
  alerted: '',
  openedAt: at(60),
  replyDueAt: at(120),
  resolution: { kind, text: 'It is in your mailbox', at: at(90) },
})

describe('the timeline of an order', () => {
  it('shows a ticket with the customer’s note and its resolution with our text, a refund only as a transition', () => {
    expect(timelineOf(order({ ticket: ticket('explained') })).slice(1)).toEqual([
      { step: 'reported', at: at(60).toISOString(), reason: 'Not even after a restart' },
      { step: 'resolved', at: at(90).toISOString(), reason: 'It is in your mailbox' },
    ])
    expect(stepsOf(order({ ticket: ticket('refunded') }))).toEqual(['ordered', 'reported'])
  })

  it('shows a redelivery with its order and its result, and the redelivery without a payment', () => {
    const sent = {
      orderid: 'JP2',
      at: at(90),
      text: 'We send it again',
      state: 'in_progress',
      endedAt: null,
    } as const
    const first = (more: Partial<NonNullable<OrderDoc['redelivery']>>) =>
      timelineOf(order({ ticket: ticket('redelivered'), redelivery: { ...sent, ...more } })).slice(2)
    const redelivered = {
      step: 'redelivered',
      at: at(90).toISOString(),
      reference: 'JP2',
      reason: 'We send it again',
    }
    const ended = { at: at(99).toISOString(), reference: 'JP2' }
    expect(first({})).toEqual([redelivered])
    expect(first({ state: 'arrived', endedAt: at(99) })).toEqual([
      redelivered,
      { step: 'redelivery_arrived', ...ended },
    ])
    expect(first({ state: 'failed', endedAt: at(99) })).toEqual([
      redelivered,
      { step: 'redelivery_failed', ...ended },
    ])
    expect(stepsOf(order({ paymentmode: 'wallet', redeliveryOf: 'JP1', payment: null }))).toEqual(['ordered'])
  })

  it('is sorted oldest first, with amounts in rupees and references', () => {
    const delivered = unit({ state: 'delivered', sentAt: at(6), answeredAt: at(8), supplierOrderId: 'S1' })
    const entries = timelineOf(
      order({
        payment: paidWith(capture(5, 'purchase')),
        units: [delivered],
        history: [row('Created', 0), row('Processing', 5), row('Completed', 8, 'supplier')],
      }),
    )
    expect(entries).toEqual([
      { step: 'ordered', at: start.toISOString() },
      { step: 'paid', at: at(5).toISOString(), amount: 345, reference: '405500005' },
      { step: 'sent', at: at(6).toISOString() },
      { step: 'unit_delivered', at: at(8).toISOString(), reference: 'S1' },
      { step: 'completed', at: at(8).toISOString() },
    ])
  })

  it('begins with the payment of a wallet order', () => {
    const entries = timelineOf(order({ paymentmode: 'wallet', payment: null, walletTxnId: 'JW1' }))
    expect(entries[1]).toMatchObject({ step: 'paid', amount: 345, reference: 'JW1' })
  })

  it('keeps cause before effect when all happened in one millisecond', () => {
    const delivered = unit({ state: 'delivered', sentAt: at(5), answeredAt: at(5) })
    const ended = [row('Created', 5), row('Processing', 5), row('Completed', 5, 'supplier')]
    const quick = order({ payment: paidWith(capture(5, 'purchase')), units: [delivered], history: ended })
    expect(stepsOf(quick)).toEqual(['ordered', 'paid', 'sent', 'unit_delivered', 'completed'])
  })

  it('shows a payment of a wrong amount once, as the refund', () => {
    const wrong = order({
      status: 'Refunded',
      payment: paidWith(capture(5, 'wallet', 5_000)),
      history: [row('Created', 0), row('Failed', 5), row('Refunded', 5)],
    })
    expect(stepsOf(wrong)).toEqual(['ordered', 'refunded'])
    expect(timelineOf(wrong).at(-1)).toMatchObject({ amount: 50, reference: '405500005' })
  })

  it('shows a late payment once, after the failure, and a second payment in addition', () => {
    const late = order({
      status: 'Refunded',
      payment: paidWith(capture(90, 'wallet'), capture(95, 'wallet', 10_000)),
      history: [row('Created', 0), row('Failed', 60), row('Refunded', 90)],
    })
    expect(timelineOf(late).slice(1)).toMatchObject([
      { step: 'failed' },
      { step: 'refunded', amount: 345, reference: '4055000090' },
      { step: 'credited', amount: 100, reference: '4055000095' },
    ])
  })

  it('shows a payment that an admin credited once, also after another payment', () => {
    const resolution = { answer: 'credit', at: at(90) }
    const held = { kind: 'reference_reused', reported: '4055', inReviewPaise: 20_000, resolution }
    const payment = { ...paidWith(), discrepancies: [held] } as unknown as IPayment
    const moves = [row('Created', 0), row('Failed', 90), row('Refunded', 90)]
    const checked = order({ status: 'Refunded', payment, history: moves })
    expect(timelineOf(checked).slice(1)).toMatchObject([{ step: 'refunded', amount: 200, reference: '4055' }])
  })

  it('shows a retry although the next attempt overwrites the unit', () => {
    const context = { unit: 'unknown', message: 'timed out' }
    const staffActions = [
      { action: 'assign', at: at(8), context },
      { action: 'retry_unit', at: at(9), context },
    ] as unknown as OrderDoc['staffActions']
    const again = unit({ state: 'delivered', attempt: 2, sentAt: at(10), answeredAt: at(11) })
    expect(timelineOf(order({ units: [again], staffActions })).slice(1)).toMatchObject([
      { step: 'unit_retried', at: at(9).toISOString(), reason: 'The previous attempt wasn’t confirmed' },
      { step: 'sent' },
      { step: 'unit_delivered' },
    ])
  })

  it('distinguishes a refund of the price from a credited second payment', () => {
    const entries = timelineOf(
      order({
        payment: paidWith(capture(5, 'purchase'), capture(9, 'wallet')),
        creditedPaise: 69_000,
        history: [row('Created', 0), row('Processing', 5), row('Refunded', 20, 'supplier')],
      }),
    )
    expect(entries.slice(-2)).toMatchObject([
      { step: 'credited', amount: 345 },
      { step: 'refunded', amount: 345 },
    ])
  })

  it.each([
    ['planned', ['ordered', 'sent']],
    ['sending', ['ordered', 'sent', 'accepted']],
    ['unknown', ['ordered', 'sent', 'outcome_unknown']],
    ['rejected', ['ordered', 'sent', 'unit_rejected']],
    ['delivered', ['ordered', 'sent', 'unit_delivered']],
  ] as const)('shows a %s unit with an answer as %j', (state, steps) => {
    expect(stepsOf(order({ units: [unit({ state, sentAt: at(1), answeredAt: at(2) })] }))).toEqual(steps)
  })

  it('says in our own words why a unit was rejected; the supplier’s are for staff', () => {
    const rejected = unit({
      state: 'rejected',
      code: '201',
      message: 'Région!',
      sentAt: at(1),
      answeredAt: at(2),
    })
    const delivered = unit({ state: 'delivered', message: 'All good', sentAt: at(1), answeredAt: at(2) })
    const sold = order({ units: [rejected, delivered] })
    expect(JSON.stringify(timelineOf(sold))).not.toMatch(/Région|All good/)
    expect(timelineOf(sold)).toContainEqual({
      step: 'unit_rejected',
      at: at(2).toISOString(),
      reason: 'The account is of another region.',
    })
    expect(JSON.stringify(timelineOf(sold, { isForStaff: true }))).toMatch(/All good.*Région/)
  })

  it('shows that the order waits for an admin or for the supplier', () => {
    const waiting = (kind: PendingReasonKind) =>
      order({ pendingReason: pendingReasonOf(kind, { since: at(3) }) })
    expect(stepsOf(waiting('manual'))).toContain('manual')
    expect(stepsOf(waiting('supplier_unavailable'))).toContain('supplier_deferred')
    expect(stepsOf(waiting('in_progress'))).toEqual(['ordered'])
  })

  it('has a case for each step', () => {
    const answered = { sentAt: at(1), answeredAt: at(2) }
    const orders = [
      order({ payment: paidWith(capture(5, 'purchase'), capture(6, 'wallet')) }),
      ...(['wait', 'refund'] as const).map((choice) => order({ lateOffer: { choice, at: at(4) } })),
      ...(['manual', 'supplier_unavailable', 'supplier_review'] as const).map((kind) =>
        order({ pendingReason: pendingReasonOf(kind, { since: at(3) }) }),
      ),
      ...(['sending', 'unknown', 'rejected', 'delivered'] as const).map((state) =>
        order({ units: [unit({ state, ...answered })] }),
      ),
      ...(['Completed', 'Refunded', 'Cancelled', 'Failed'] as const).map((to) =>
        order({ history: [row('Created', 0), row(to, 9)] }),
      ),
      order({
        staffActions: [
          { action: 'retry_unit', at: at(4), context: {} },
        ] as unknown as OrderDoc['staffActions'],
      }),
      order({ ticket: ticket('delivered') }),
      ...(['arrived', 'failed'] as const).map((state) =>
        order({ redelivery: { orderid: 'JP2', state, at: at(7), text: '', endedAt: at(8) } }),
      ),
    ]
    expect(new Set(orders.flatMap(stepsOf))).toEqual(new Set(timelineSteps))
  })
})
