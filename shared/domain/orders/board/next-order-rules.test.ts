import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { byPriority, type PriorityInput, urgencyFactor } from './next-order-rules.ts'

const nowMs = Date.parse('2026-11-21T10:00:00Z')
const turn = (minutesLeft: number, rupees: number, orderid = 'JP1'): PriorityInput => ({
  orderid,
  processingAt: new Date(nowMs - (30 - minutesLeft) * 60_000),
  pricePaise: rupees * 100,
})
const first = (...turns: PriorityInput[]) => turns.toSorted((a, b) => byPriority(a, b, nowMs))[0]

describe('the next order', () => {
  it('has the least time left, of those at one price', () => {
    expect(first(turn(12, 100), turn(11, 100), turn(13, 100))).toEqual(turn(11, 100))
  })

  it('has the higher price, of two with the same time left', () => {
    expect(first(turn(10, 99), turn(10, 100))).toEqual(turn(10, 100))
  })

  it('may be an expensive one before a cheap one with slightly less time left, but not before an urgent one', () => {
    expect(urgencyFactor(0)).toBe(1)
    expect([urgencyFactor(50_000), urgencyFactor(100_000), urgencyFactor(9_000_000)]).toEqual([2, 3, 3])
    expect(first(turn(10, 0), turn(29, 1_000))).toEqual(turn(29, 1_000))
    expect(first(turn(9, 0), turn(29, 100_000))).toEqual(turn(9, 0))
  })

  it('is an overdue one before all others, the oldest first at any price', () => {
    expect(first(turn(0, 1), turn(1, 5_000))).toEqual(turn(0, 1))
    expect(first(turn(-5, 5_000), turn(-6, 1))).toEqual(turn(-6, 1))
  })

  it('is decided consistently for any two orders', () => {
    const anyTurn = fc.record({
      orderid: fc.constantFrom('JP1', 'JP2', 'JP3'),
      processingAt: fc.integer({ min: -40, max: 0 }).map((minutes) => new Date(nowMs + minutes * 60_000)),
      pricePaise: fc.integer({ min: 0, max: 200_000 }),
    })
    fc.assert(
      fc.property(anyTurn, anyTurn, anyTurn, (a, b, c) => {
        if (a.orderid !== b.orderid)
          expect(Math.sign(byPriority(a, b, nowMs))).toBe(-Math.sign(byPriority(b, a, nowMs)))
        if (byPriority(a, b, nowMs) < 0 && byPriority(b, c, nowMs) < 0)
          expect(byPriority(a, c, nowMs)).toBeLessThan(0)
      }),
    )
  })
})
