import { describe, expect, it } from 'vitest'
import { check, sumUp } from './check.ts'
import { soundEvidence } from './faulty-data.ts'

describe('the summary', () => {
  it('is zero for a sound shop', () => {
    expect(check(soundEvidence())).toEqual([])
    expect(sumUp([])).toEqual({ lost: 0, deliveredTwice: 0, paiseAdrift: 0 })
  })

  it('counts a lost order once, and sums the differences in money', () => {
    const violations = check(soundEvidence({ orders: [], ledger: [] }))
    expect(sumUp(violations)).toMatchObject({ lost: 1, deliveredTwice: 1 })
    expect(sumUp([{ rule: 'I1', about: 'x', what: '', paise: 5 }]).paiseAdrift).toBe(5)
  })
})
