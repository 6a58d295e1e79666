import { describe, expect, it } from 'vitest'
import type { HistoryRow } from '../model/order-model.ts'
import { type Foldable, foldOrder } from './fold-order.ts'

const at = (second: number) => new Date(Date.UTC(2026, 10, 27, 10, 0, second))
const row = (
  version: number,
  [from, to]: [HistoryRow['from'], HistoryRow['to']],
  by: string,
): HistoryRow => ({
  version,
  at: at(version),
  from,
  to,
  by,
  reason: to === 'Refunded' ? 'Not received' : '',
})

/** Two units, one of them sent twice and delivered; then a refund for a ticket. */
const refunded = (): Foldable => ({
  status: 'Refunded',
  version: 4,
  reason: 'Not received',
  processingAt: at(2),
  completedAt: at(3),
  creditedPaise: 500,
  partlyRefundedPaise: 100,
  ended: { at: at(4), by: 'admin1', previous: { status: 'Completed', at: at(3) } },
  history: [
    row(1, ['', 'Created'], 'customer'),
    row(2, ['Created', 'Processing'], 'payments'),
    row(3, ['Processing', 'Completed'], 'supplier'),
    row(4, ['Completed', 'Refunded'], 'admin1'),
  ],
  units: [
    { state: 'delivered', attempt: 2, supplierOrderId: 'S2' },
    { state: 'rejected', attempt: 1, supplierOrderId: '' },
  ],
  changes: [
    { units: [{ index: 0, state: 'sending', attempt: 1 }], creditedPaise: 0, partlyRefundedPaise: 0 },
    { units: [{ index: 0, state: 'planned' }], creditedPaise: 0, partlyRefundedPaise: 0 },
    { units: [{ index: 0, state: 'sending', attempt: 2 }], creditedPaise: 0, partlyRefundedPaise: 0 },
    {
      units: [{ index: 0, state: 'delivered', supplierOrderId: 'S2' }],
      creditedPaise: 0,
      partlyRefundedPaise: 0,
    },
    { units: [{ index: 1, state: 'sending', attempt: 1 }], creditedPaise: 0, partlyRefundedPaise: 0 },
    { units: [{ index: 1, state: 'rejected' }], creditedPaise: 100, partlyRefundedPaise: 100 },
    { units: [], creditedPaise: 400, partlyRefundedPaise: 0 },
  ],
})

describe('an order folded from its history', () => {
  it('equals the order', () => {
    expect(foldOrder(refunded())).toEqual([])
  })

  it.each<{ change: Partial<Foldable>; field: string; stored: string; folded: string }>([
    { change: { status: 'Completed' }, field: 'status', stored: '"Completed"', folded: '"Refunded"' },
    { change: { version: 5 }, field: 'version', stored: '5', folded: '4' },
    { change: { reason: '' }, field: 'reason', stored: '""', folded: '"Not received"' },
    {
      change: { processingAt: null },
      field: 'processingAt',
      stored: 'null',
      folded: '"2026-11-27T10:00:02.000Z"',
    },
    { change: { creditedPaise: 501 }, field: 'creditedPaise', stored: '501', folded: '500' },
    { change: { partlyRefundedPaise: 0 }, field: 'partlyRefundedPaise', stored: '0', folded: '100' },
  ])('differs in $field', ({ change, ...difference }) => {
    expect(foldOrder({ ...refunded(), ...change })).toEqual([difference])
  })

  it('is compared without the previous end if an older version did not store it', () => {
    const end = { at: at(4), by: 'admin1' }
    expect(foldOrder({ ...refunded(), ended: end })).toEqual([])
    expect(foldOrder({ ...refunded(), ended: { ...end, by: 'admin2' } })).toMatchObject([{ field: 'ended' }])
    expect(foldOrder({ ...refunded(), ended: { ...end, previous: null } })).toMatchObject([
      { field: 'ended' },
    ])
  })

  it('differs in a unit whose better state was overwritten', () => {
    const order = refunded()
    order.units[0] = { state: 'unknown', attempt: 2, supplierOrderId: '' }
    expect(foldOrder(order).map(({ field }) => field)).toEqual(['units.0.state', 'units.0.supplierOrderId'])
  })

  it('names a transition that is not in the table, and a row with a wrong version', () => {
    const order = refunded()
    order.history[1] = { ...row(2, ['Created', 'Completed'], 'payments') }
    expect(foldOrder(order).map(({ field }) => field)).toEqual(
      expect.arrayContaining(['history.1', 'history.2', 'processingAt']),
    )
    const gap = refunded()
    gap.history[2] = { ...row(4, ['Processing', 'Completed'], 'supplier'), at: at(3) }
    expect(foldOrder(gap)).toEqual([
      { field: 'history.2', stored: '4: Processing to Completed', folded: '3: a move from Processing' },
    ])
  })

  it('is folded from its transitions alone if an older version stored no changes', () => {
    expect(foldOrder({ ...refunded(), changes: null, creditedPaise: 1 })).toEqual([])
    expect(foldOrder({ ...refunded(), changes: null, status: 'Failed' })).toHaveLength(1)
  })
})
