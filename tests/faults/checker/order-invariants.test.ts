import type { OrderDoc } from '@jhatpat/shared/domain/orders/index.ts'
import { type Vendor, vendors } from '@jhatpat/shared/providers/vendors.ts'
import { describe, expect, it } from 'vitest'
import type { Evidence } from '../load/evidence.ts'
import { check } from './check.ts'
import {
  aPendingReason,
  later,
  makeDelivery,
  makeMooGoldOrder,
  makeMooGoldRefund,
  makeOpenStoredOrder,
  makeStoredOrder,
  makeStoredTopUp,
  soundEvidence,
  soundJournals,
} from './faulty-data.ts'
import {
  clientsSeeTheTruth,
  endedOrOnTheBoard,
  historyIsAPath,
  historyRebuildsTheOrder,
  nothingLost,
  oneEffectPerKey,
  oneEffectPerUnit,
  openWorkIsDue,
} from './order-invariants.ts'

const sold = (smileone: ReturnType<typeof makeDelivery>[]) =>
  oneEffectPerUnit(soundEvidence({ journals: soundJournals({ smileone }) }))

describe('I2, one effect per unit', () => {
  it('accepts one delivery for one unit, or none', () => {
    expect(sold([makeDelivery()])).toEqual([])
    expect(sold([])).toEqual([])
  })

  it('finds a unit that was delivered twice', () => {
    const [found, ...more] = sold([makeDelivery(), makeDelivery({ order_id: 'S2' })])
    expect(more).toEqual([])
    expect(found).toMatchObject({ rule: 'I2', about: 'JP1' })
    expect(found?.what).toContain('2 × pack 13 delivered for 1 units (S1, S2)')
  })

  it('finds a product that was never ordered, and a player of no order', () => {
    expect(sold([makeDelivery({ productid: '26' })])).toHaveLength(1)
    expect(sold([makeDelivery({ userid: '1' })])[0]?.about).toBe('player 1')
  })

  it('counts a MooGold order under a second name, but not one that MooGold returned', () => {
    const units = [{ supplierItemId: '428080' }]
    const evidence = (entries: ReturnType<typeof makeMooGoldOrder>[]) =>
      soundEvidence({
        orders: [makeStoredOrder({ units })],
        journals: soundJournals({ smileone: [], moogold: entries }),
      })
    const two = [makeMooGoldOrder('JP1-1', 1), makeMooGoldOrder('JP1-1-r2', 2)]
    expect(oneEffectPerUnit(evidence(two))).toHaveLength(1)
    expect(oneEffectPerUnit(evidence([...two, makeMooGoldRefund(1)]))).toEqual([])
  })

  it('checks a supplier only by its registration, and says so when it cannot', () => {
    const bought = { entry: 'sent', player: 'to', zone: 'to', pack: 'card', reference: 'no' }
    const third = { ...vendors, thirdgames: { ...vendors.moogold, bought } satisfies Vendor }
    const sent = (no: number) => ({ seq: no, at: '', kind: 'sent', to: '300000001', card: '13', no })
    const evidence = (journals: Evidence['journals']) =>
      soundEvidence({ vendors: third, journals: { ...soundJournals({ smileone: [] }), ...journals } })
    expect(check(evidence({ thirdgames: [sent(1)] }))).toEqual([])
    const found = check(evidence({ thirdgames: [sent(1), sent(2)] }))
    expect(found.map(({ rule, about }) => `${rule} ${about}`)).toEqual(['I2 JP1', 'I6 JP1'])
    expect(found[0]?.what).toBe('2 × pack 13 delivered for 1 units (1, 2)')
    expect(() => check(evidence({}))).toThrow('there is no journal of thirdgames')
    const unread = { ...sent(3), card: undefined }
    expect(() => check(evidence({ thirdgames: [unread] }))).toThrow('there is no card in {"seq":3')
  })
})

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
  const findings = (change: Parameters<typeof makeStoredOrder>[0]) =>
    endedOrOnTheBoard(soundEvidence({ orders: [makeOpenStoredOrder(change)] })).map(({ what }) => what)

  it('accepts an ended order, and one that waits for a person', () => {
    expect(endedOrOnTheBoard(soundEvidence())).toEqual([])
    for (const kind of ['manual', 'outcome_unknown', 'supplier_deferred', 'partly_delivered']) {
      expect(findings({ pendingReason: aPendingReason(kind) })).toEqual([])
    }
  })

  it('finds an order that is still being retried', () => {
    expect(findings({ pendingReason: aPendingReason('in_progress') })).toEqual([
      'still in_progress: no detail',
    ])
    expect(findings({ pendingReason: aPendingReason('supplier_unavailable') })).toHaveLength(1)
  })

  it('finds an outcome that the balance or a lookup can still determine', () => {
    const { due } = makeOpenStoredOrder()
    const open = { ...due, fulfil: { at: later(1_000), seq: 2 } }
    expect(findings({ pendingReason: aPendingReason('outcome_unknown'), due: open })).toHaveLength(1)
    expect(findings({ pendingReason: aPendingReason('supplier_deferred'), due: open })).toHaveLength(1)
  })

  it('finds a requested refund that is not made', () => {
    const lateOffer = { choice: 'refund', at: later(-1_000) }
    for (const kind of ['partly_delivered', 'supplier_deferred'])
      expect(findings({ pendingReason: aPendingReason(kind), lateOffer })).toHaveLength(1)
    expect(findings({ pendingReason: aPendingReason('outcome_unknown'), lateOffer })).toEqual([])
  })

  it('finds an order on the board without a reason', () => {
    expect(findings({ pendingReason: null })).toEqual(['Processing without a reason or an age'])
  })

  it('finds an unpaid order whose window has closed long ago, and accepts an open one', () => {
    expect(findings({ status: 'Created' })).toEqual(['still Created 45 s after its window'])
    expect(findings({ status: 'Created', payment: { payBefore: later(90_000) } })).toEqual([])
  })
})

describe('I5, histories are paths', () => {
  const findings = (change: Parameters<typeof makeStoredOrder>[0]) =>
    historyIsAPath(soundEvidence({ orders: [makeStoredOrder(change)] })).map(({ what }) => what)
  const { history } = makeStoredOrder()

  it('accepts a sound history', () => {
    expect(findings({})).toEqual([])
  })

  it('finds a transition that is not in the table', () => {
    const [first] = history
    const jump = { ...history[2], version: 2, from: 'Created' }
    expect(findings({ history: [first, jump], version: 2 })).toEqual([
      'no such move: Created → Completed by supplier',
    ])
  })

  it('finds a gap in the versions, a broken chain, and an end elsewhere', () => {
    expect(
      findings({ history: [history[0], history[1], { ...history[2], version: 4 }], version: 4 }),
    ).toEqual(['version 4 is out of line'])
    expect(findings({ history: [history[0], { ...history[2], version: 2 }], version: 2 })).toHaveLength(1)
    expect(findings({ status: 'Refunded' })).toEqual(['the history does not end where the order is'])
  })
})

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
  const findings = (orders: ReturnType<typeof makeStoredOrder>[]) =>
    openWorkIsDue(soundEvidence({ orders })).map(({ what }) => what)

  it('accepts ended orders, orders that wait for a person, and tasks that are due soon', () => {
    expect(findings([makeStoredOrder(), makeOpenStoredOrder()])).toEqual([])
    const due = { ...tasks, fulfil: { at: later(61_000), seq: 2 } }
    expect(findings([makeOpenStoredOrder({ pendingReason: aPendingReason('in_progress'), due })])).toEqual([])
  })

  it('finds an open order without a due task', () => {
    expect(
      findings([makeOpenStoredOrder({ pendingReason: aPendingReason('in_progress'), due: tasks })]),
    ).toEqual(['Processing, and no fulfil is due'])
    expect(findings([makeOpenStoredOrder({ status: 'Created', due: tasks })])).toEqual([
      'Created, and no payment is due',
    ])
  })

  it('finds a task that is long overdue, also of a top-up', () => {
    const payment = { at: later(0), seq: 1 }
    expect(findings([makeStoredOrder({ due: { ...tasks, payment } })])).toEqual([
      'payment has been due for 60 s',
    ])
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

const rebuiltDifferences = (more: Parameters<typeof makeStoredOrder>[0]) =>
  historyRebuildsTheOrder(soundEvidence({ orders: [makeStoredOrder(more)] })).map(({ what }) => what)

describe('I12, the history rebuilds the order', () => {
  it('accepts an order that matches its history', () => {
    expect(rebuiltDifferences({})).toEqual([])
  })

  it('finds a unit whose better state was overwritten', () => {
    expect(
      rebuiltDifferences({
        units: [{ state: 'unknown', attempt: 1, supplierOrderId: 'S1' }] as OrderDoc['units'],
      }),
    ).toEqual(['units.0.state is "unknown", by its history "delivered"'])
  })

  it('finds money that no change returned, and a status without a transition', () => {
    expect(rebuiltDifferences({ creditedPaise: 100 })).toEqual(['creditedPaise is 100, by its history 0'])
    expect(rebuiltDifferences({ status: 'Refunded' })).toEqual([
      'status is "Refunded", by its history "Completed"',
    ])
  })

  it('finds an order that cannot be rebuilt', () => {
    expect(rebuiltDifferences({ changes: null })).toEqual(['it keeps no changes to be folded from'])
  })
})
