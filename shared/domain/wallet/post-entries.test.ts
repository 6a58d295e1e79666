import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { assertBalanced } from './post-entries.ts'

const entry = (...amounts: number[]) => ({
  kind: 'adjustment' as const,
  ref: 'r',
  postings: amounts.map((amountPaise, index) => ({ account: `a${index}`, amountPaise })),
})

describe('a journal entry', () => {
  it('must sum to zero', () => {
    expect(() => assertBalanced(entry(-34_500, 34_500))).not.toThrow()
    expect(() => assertBalanced(entry(-34_500, 34_499))).toThrow('does not balance')
  })

  it('contains whole, non-zero paise only', () => {
    expect(() => assertBalanced(entry(-0.5, 0.5))).toThrow()
    expect(() => assertBalanced(entry(0, 0))).toThrow()
    expect(() => assertBalanced(entry(0))).toThrow()
  })

  it('contains no amount beyond the safe integers', () => {
    expect(() => assertBalanced(entry(Number.MAX_SAFE_INTEGER, -Number.MAX_SAFE_INTEGER))).not.toThrow()
    for (const amount of [2 ** 53, 2 ** 60, Number.POSITIVE_INFINITY]) {
      expect(() => assertBalanced(entry(amount, -amount)), String(amount)).toThrow('does not balance')
    }
  })

  it('balances for any split of any amount, and for no other', () => {
    const amount = fc.integer({ min: 1, max: 10_000_000 })
    fc.assert(
      fc.property(fc.array(amount, { minLength: 1, maxLength: 6 }), amount, (parts, extra) => {
        const total = parts.reduce((sum, part) => sum + part, 0)
        expect(() => assertBalanced(entry(-total, ...parts))).not.toThrow()
        expect(() => assertBalanced(entry(-total - extra, ...parts))).toThrow()
      }),
    )
  })
})
