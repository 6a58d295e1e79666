import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkSet } from './post-entries.ts'

const set = (...amounts: number[]) => ({
  kind: 'adjustment' as const,
  ref: 'r',
  postings: amounts.map((amountPaise, index) => ({ account: `a${index}`, amountPaise })),
})

describe('a posting set', () => {
  it('must sum to zero', () => {
    expect(() => checkSet(set(-34_500, 34_500))).not.toThrow()
    expect(() => checkSet(set(-34_500, 34_499))).toThrow('does not balance')
  })

  it('holds whole, non-zero paise only', () => {
    expect(() => checkSet(set(-0.5, 0.5))).toThrow()
    expect(() => checkSet(set(0, 0))).toThrow()
    expect(() => checkSet(set(0))).toThrow()
  })

  it('holds no sum that is not counted exactly', () => {
    expect(() => checkSet(set(Number.MAX_SAFE_INTEGER, -Number.MAX_SAFE_INTEGER))).not.toThrow()
    for (const amount of [2 ** 53, 2 ** 60, Number.POSITIVE_INFINITY]) {
      expect(() => checkSet(set(amount, -amount)), String(amount)).toThrow('does not balance')
    }
  })

  it('balances for any split of any amount, and for no other', () => {
    const amount = fc.integer({ min: 1, max: 10_000_000 })
    fc.assert(
      fc.property(fc.array(amount, { minLength: 1, maxLength: 6 }), amount, (parts, extra) => {
        const total = parts.reduce((sum, part) => sum + part, 0)
        expect(() => checkSet(set(-total, ...parts))).not.toThrow()
        expect(() => checkSet(set(-total - extra, ...parts))).toThrow()
      }),
    )
  })
})
