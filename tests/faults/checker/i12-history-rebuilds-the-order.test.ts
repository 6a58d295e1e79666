import type { OrderDoc } from '@jhatpat/shared/domain/orders/index.ts'
import { describe, expect, it } from 'vitest'
import { makeStoredOrder, soundEvidence } from './faulty-data.ts'
import { historyRebuildsTheOrder } from './i12-history-rebuilds-the-order.ts'

const say = (more: Parameters<typeof makeStoredOrder>[0]) =>
  historyRebuildsTheOrder(soundEvidence({ orders: [makeStoredOrder(more)] })).map(({ what }) => what)

describe('I12, the history rebuilds the order', () => {
  it('accepts an order that matches its history', () => {
    expect(say({})).toEqual([])
  })

  it('finds a unit whose better state was overwritten', () => {
    expect(
      say({ units: [{ state: 'unknown', attempt: 1, supplierOrderId: 'S1' }] as OrderDoc['units'] }),
    ).toEqual(['units.0.state is "unknown", by its history "delivered"'])
  })

  it('finds money that no change returned, and a status without a transition', () => {
    expect(say({ creditedPaise: 100 })).toEqual(['creditedPaise is 100, by its history 0'])
    expect(say({ status: 'Refunded' })).toEqual(['status is "Refunded", by its history "Completed"'])
  })

  it('finds an order that cannot be rebuilt', () => {
    expect(say({ changes: null })).toEqual(['it keeps no changes to be folded from'])
  })
})
