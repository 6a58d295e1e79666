import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { byPriority, type PriorityInput, urgencyFactor } from './next-order-rules.ts'

const nowMs = Date.parse('2026-11-21T10:00:00Z')
const candidate = (minutesLeft: number, rupees: number, orderid = 'JP1'): PriorityInput => ({
  orderid,
  processingAt: new Date(nowMs - (30 - minutesLeft) * 60_000),
  pricePaise: rupees * 100,
})
const first = (...candidates: PriorityInput[]) => candidates.toSorted((a, b) => byPriority(a, b, nowMs))[0]

describe('the next order', () => {
  it('has the least time left, of those at one price', () => {
    expect(first(candidate(12, 100), candidate(11, 100), candidate(13, 100))).toEqual(candidate(11, 100))
  })

  it('has the higher price, of two with the same time left', () => {
    expect(first(candidate(10, 99), candidate(10, 100))).toEqual(candidate(10, 100))
  })

  it('may be an expensive one before a cheap one with slightly less time left, but not before an urgent one', () => {
    expect(urgencyFactor(0)).toBe(1)
    expect([urgencyFactor(50_000), urgencyFactor(100_000), urgencyFactor(9_000_000)]).toEqual([2, 3, 3])
    expect(first(candidate(10, 0), candidate(29, 1_000))).toEqual(candidate(29, 1_000))
    expect(first(candidate(9, 0), candidate(29, 100_000))).toEqual(candidate(9, 0))
  })

  it('is an overdue one before all others, the oldest first at any price', () => {
    expect(first(candidate(0, 1), candidate(1, 5_000))).toEqual(candidate(0, 1))
    expect(first(candidate(-5, 5_000), candidate(-6, 1))).toEqual(candidate(-6, 1))
  })

  it('is decided consistently for any two orders', () => {
    const anyCandidate = fc.record({
      orderid: fc.constantFrom('JP1', 'JP2', 'JP3'),
      processingAt: fc.integer({ min: -40, max: 0 }).map((minutes) => new Date(nowMs + minutes * 60_000)),
      pricePaise: fc.integer({ min: 0, max: 200_000 }),
    })
    fc.assert(
      fc.property(anyCandidate, anyCandidate, anyCandidate, (a, b, c) => {
        if (a.orderid !== b.orderid)
          expect(Math.sign(byPriority(a, b, nowMs))).toBe(-Math.sign(byPriority(b, a, nowMs)))
        if (byPriority(a, b, nowMs) < 0 && byPriority(b, c, nowMs) < 0)
          expect(byPriority(a, c, nowMs)).toBeLessThan(0)
      }),
    )
  })
})
