import { describe, expect, it } from 'vitest'
import {
  aPendingReason,
  later,
  makeOpenStoredOrder,
  makeStoredOrder,
  makeStoredTopUp,
  soundEvidence,
} from './faulty-data.ts'
import { nothingLost } from './i3-nothing-lost.ts'
import { endedOrOnTheBoard } from './i4-ended-or-on-the-board.ts'
import { historyIsAPath } from './i5-history-is-a-path.ts'

describe('I3, nothing acknowledged is lost', () => {
  it('accepts that everything exists', () => {
    const promised = [{ keyId: 'key-2', kind: 'topup' as const, ids: ['JT1'] }]
    expect(nothingLost(soundEvidence({ transactions: [makeStoredTopUp()], promised }))).toEqual([])
  })

  it('finds an order that the shop acknowledged and does not have', () => {
    const found = nothingLost(soundEvidence({ orders: [] }))
    expect(found).toEqual([{ rule: 'I3', about: 'JP1', what: 'the order was acknowledged and is gone' }])
  })
})

describe('I4, ended or on the board', () => {
  const say = (change: Parameters<typeof makeStoredOrder>[0]) =>
    endedOrOnTheBoard(soundEvidence({ orders: [makeOpenStoredOrder(change)] })).map(({ what }) => what)

  it('accepts an ended order, and one that waits for a person', () => {
    expect(endedOrOnTheBoard(soundEvidence())).toEqual([])
    for (const kind of ['manual', 'outcome_unknown', 'supplier_deferred', 'partly_delivered']) {
      expect(say({ pendingReason: aPendingReason(kind) })).toEqual([])
    }
  })

  it('finds an order that is still being retried', () => {
    expect(say({ pendingReason: aPendingReason('in_progress') })).toEqual(['still in_progress: no detail'])
    expect(say({ pendingReason: aPendingReason('supplier_unavailable') })).toHaveLength(1)
  })

  it('finds an outcome that the balance or a lookup can still determine', () => {
    const { due } = makeOpenStoredOrder()
    const open = { ...due, fulfil: { at: later(1_000), seq: 2 } }
    expect(say({ pendingReason: aPendingReason('outcome_unknown'), due: open })).toHaveLength(1)
    expect(say({ pendingReason: aPendingReason('supplier_deferred'), due: open })).toHaveLength(1)
  })

  it('finds a requested refund that is not made', () => {
    const lateOffer = { choice: 'refund', at: later(-1_000) }
    for (const kind of ['partly_delivered', 'supplier_deferred'])
      expect(say({ pendingReason: aPendingReason(kind), lateOffer })).toHaveLength(1)
    expect(say({ pendingReason: aPendingReason('outcome_unknown'), lateOffer })).toEqual([])
  })

  it('finds an order on the board without a reason', () => {
    expect(say({ pendingReason: null })).toEqual(['Processing without a reason or an age'])
  })

  it('finds an unpaid order whose window has closed long ago, and accepts an open one', () => {
    expect(say({ status: 'Created' })).toEqual(['still Created 45 s after its window'])
    expect(say({ status: 'Created', payment: { payBefore: later(90_000) } })).toEqual([])
  })
})

describe('I5, histories are paths', () => {
  const say = (change: Parameters<typeof makeStoredOrder>[0]) =>
    historyIsAPath(soundEvidence({ orders: [makeStoredOrder(change)] })).map(({ what }) => what)
  const { history } = makeStoredOrder()

  it('accepts a sound history', () => {
    expect(say({})).toEqual([])
  })

  it('finds a transition that is not in the table', () => {
    const [first] = history
    const jump = { ...history[2], version: 2, from: 'Created' }
    expect(say({ history: [first, jump], version: 2 })).toEqual([
      'no such move: Created → Completed by supplier',
    ])
  })

  it('finds a gap in the versions, a broken chain, and an end elsewhere', () => {
    expect(say({ history: [history[0], history[1], { ...history[2], version: 4 }], version: 4 })).toEqual([
      'version 4 is out of line',
    ])
    expect(say({ history: [history[0], { ...history[2], version: 2 }], version: 2 })).toHaveLength(1)
    expect(say({ status: 'Refunded' })).toEqual(['the history does not end where the order is'])
  })
})
