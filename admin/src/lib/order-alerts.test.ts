import { describe, expect, it } from 'vitest'
import { makeBoardOrder } from '../features/board/board-order-fixture.ts'
import { newOrdersSince, unacknowledgedOrders } from './order-alerts.tsx'

const nowMs = Date.now()
const one = makeBoardOrder({ orderid: 'JP1AAAAA' })
const two = makeBoardOrder({ orderid: 'JP2AAAAA' })
const assignee = (leftMs: number) => ({
  adminId: 'a2',
  name: 'Imran',
  since: one.createdAt,
  until: new Date(nowMs + leftMs).toISOString(),
})

describe('new orders', () => {
  it('are those not seen before, and none at the first check', () => {
    expect(newOrdersSince(undefined, [one])).toEqual([])
    expect(newOrdersSince(new Set(['JP1AAAAA']), [one, two])).toEqual([two])
  })

  it('alert until they are assigned or gone', () => {
    const chimed = new Set(['JP1AAAAA', 'JP2AAAAA'])
    expect([...unacknowledgedOrders(chimed, [one, two], nowMs)]).toEqual(['JP1AAAAA', 'JP2AAAAA'])
    expect([...unacknowledgedOrders(chimed, [{ ...one, assignee: assignee(1000) }], nowMs)]).toEqual([])
    expect([...unacknowledgedOrders(chimed, [{ ...one, assignee: assignee(-1000) }], nowMs)]).toEqual([
      'JP1AAAAA',
    ])
  })
})
