import { describe, expect, it } from 'vitest'
import { check, sumUp } from './check.ts'
import {
  aPendingReason,
  later,
  makeOpenStoredOrder,
  makeStoredOrder,
  makeStoredTopUp,
  soundEvidence,
} from './faulty-data.ts'
import { clientsSeeTheTruth } from './i8-clients-see-the-truth.ts'
import { openWorkIsDue } from './i9-open-work-is-due.ts'
import { oneEffectPerKey } from './i10-one-effect-per-key.ts'

describe('I8, clients end with the truth', () => {
  it('accepts a page that shows the current state', () => {
    expect(clientsSeeTheTruth(soundEvidence())).toEqual([])
  })

  it('finds a page that shows another state, or nothing', () => {
    const page = (shown: { status: string; revision: number } | undefined) => [
      { orderid: 'JP1', shown, wentBack: [] },
    ]
    expect(
      clientsSeeTheTruth(soundEvidence({ pages: page({ status: 'Processing', revision: 3 }) })),
    ).toHaveLength(1)
    expect(
      clientsSeeTheTruth(soundEvidence({ pages: page({ status: 'Completed', revision: 3 }) })),
    ).toHaveLength(1)
    expect(clientsSeeTheTruth(soundEvidence({ pages: page(undefined) }))).toHaveLength(1)
  })

  it('finds an answer that was older than what was shown', () => {
    const pages = [
      { orderid: 'JP1', shown: { status: 'Completed', revision: 4 }, wentBack: ['from revision 3 to 2'] },
    ]
    const [found] = clientsSeeTheTruth(soundEvidence({ pages }))
    expect(found?.what).toBe('an answer went back from revision 3 to 2')
  })
})

describe('I9, open work is due', () => {
  const tasks = { payment: { at: null }, fulfil: { at: null }, notify: { at: null }, sweepCount: 0 }
  const say = (orders: ReturnType<typeof makeStoredOrder>[]) =>
    openWorkIsDue(soundEvidence({ orders })).map(({ what }) => what)

  it('accepts ended orders, orders that wait for a person, and tasks that are due soon', () => {
    expect(say([makeStoredOrder(), makeOpenStoredOrder()])).toEqual([])
    const due = { ...tasks, fulfil: { at: later(61_000), seq: 2 } }
    expect(say([makeOpenStoredOrder({ pendingReason: aPendingReason('in_progress'), due })])).toEqual([])
  })

  it('finds an open order without a due task', () => {
    expect(say([makeOpenStoredOrder({ pendingReason: aPendingReason('in_progress'), due: tasks })])).toEqual([
      'Processing, and no fulfil is due',
    ])
    expect(say([makeOpenStoredOrder({ status: 'Created', due: tasks })])).toEqual([
      'Created, and no payment is due',
    ])
  })

  it('finds a task that is long overdue, also of a top-up', () => {
    const payment = { at: later(0), seq: 1 }
    expect(say([makeStoredOrder({ due: { ...tasks, payment } })])).toEqual(['payment has been due for 60 s'])
    const transactions = [makeStoredTopUp({ due: { payment, notify: { at: null, seq: 0 }, sweepCount: 3 } })]
    expect(openWorkIsDue(soundEvidence({ transactions }))).toHaveLength(1)
  })
})

describe('I10, one effect per key', () => {
  it('accepts the same answer given three times', () => {
    const promised = [{ keyId: 'key-1', kind: 'order' as const, ids: ['JP1', 'JP1', 'JP1'] }]
    expect(oneEffectPerKey(soundEvidence({ promised }))).toEqual([])
  })

  it('finds two answers, and two orders, under one key', () => {
    const promised = [{ keyId: 'key-1', kind: 'order' as const, ids: ['JP1', 'JP2'] }]
    const orders = [makeStoredOrder(), makeStoredOrder({ _id: 'JX1' })]
    expect(oneEffectPerKey(soundEvidence({ promised, orders })).map(({ what }) => what)).toEqual([
      'one key, told JP1 and JP2',
      'one key made 2 of them',
      'told under a key that does not stand for it',
    ])
  })

  it('finds an order and a top-up without a key, and ignores keys of other kinds', () => {
    const orders = [makeStoredOrder(), makeStoredOrder({ _id: 'JP3' })]
    const transactions = [makeStoredTopUp({ _id: 'JT4' }), makeStoredTopUp({ _id: 'JW5', kind: 'refund' })]
    expect(oneEffectPerKey(soundEvidence({ orders, transactions }))).toEqual([
      { rule: 'I10', about: 'JP3', what: 'made under no key' },
      { rule: 'I10', about: 'JT4', what: 'made under no key' },
    ])
  })
})

describe('the summary', () => {
  it('is zero for a sound shop', () => {
    expect(check(soundEvidence())).toEqual([])
    expect(sumUp([])).toEqual({ lost: 0, deliveredTwice: 0, paiseAdrift: 0 })
  })

  it('counts a lost order once, and sums the differences in money', () => {
    const violations = check(soundEvidence({ orders: [], ledger: [] }))
    expect(sumUp(violations)).toMatchObject({ lost: 1, deliveredTwice: 1 })
    expect(sumUp([{ rule: 'I1', about: 'x', what: '', paise: 5 }]).paiseAdrift).toBe(5)
  })
})
