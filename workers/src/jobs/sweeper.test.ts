import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sweepRestMs } from './sweeper.ts'

const graceMs = 3_000
const none = Number.POSITIVE_INFINITY

describe('the rest of the sweeper', () => {
  it('is 5 s while nothing is due, instead of 2 s', () => {
    expect(sweepRestMs([none, none], 2_000)).toBe(5_000)
  })

  it('ends when the next task is overdue', () => {
    expect(sweepRestMs([none, 3_500, 90_000], 2_000)).toBe(3_500)
  })

  it('is the interval while something is overdue', () => {
    expect(sweepRestMs([-100_000, none], 2_000)).toBe(2_000)
    expect(sweepRestMs([1, none], 2_000)).toBe(2_000)
  })

  it('makes no task wait longer than its grace and one interval', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 100, max: 60_000 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.integer({ min: 0, max: 100_000 }),
        (intervalMs, share, aheadMs) => {
          const firstRestMs = sweepRestMs([none], intervalMs)
          // Written during the rest, and due `aheadMs` later.
          const dueMs = share * firstRestMs + aheadMs
          let nowMs = firstRestMs
          while (dueMs + graceMs > nowMs) nowMs += sweepRestMs([dueMs + graceMs - nowMs], intervalMs)
          expect(nowMs - dueMs).toBeLessThanOrEqual(graceMs + intervalMs + 1e-6)
        },
      ),
    )
  })
})
