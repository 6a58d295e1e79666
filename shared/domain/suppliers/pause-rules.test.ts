import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { availableFunds, type CoverageInput, decidePause, isBalanceLow } from './pause-rules.ts'

const holding = { amount: 5_310, bought: 0, waiting: 0, reserve: 0 }
const cover: CoverageInput = { pausedBy: '', cost: 100, available: 1_000, isFresh: true, isAutoPauseOn: true }

describe('available funds', () => {
  it('subtract what paid orders need, which uses the reserve first', () => {
    expect(availableFunds({ ...holding, reserve: 5_000 })).toBe(310)
    expect(availableFunds({ ...holding, reserve: 5_000, waiting: 4_000 })).toBe(310)
    expect(availableFunds({ ...holding, reserve: 5_000, waiting: 5_300 })).toBe(10)
    expect(availableFunds({ ...holding, waiting: 6_000 })).toBe(-690)
  })

  it('subtract what was bought since the balance was read', () => {
    expect(availableFunds({ ...holding, bought: 310 })).toBe(5_000)
  })

  it('are unknown when the balance is unknown', () => {
    expect(availableFunds({ ...holding, amount: undefined })).toBeUndefined()
  })
})

describe('the pause of an item', () => {
  it('begins when the next purchase is not covered, but not when it just is', () => {
    expect(decidePause({ ...cover, available: 100 })).toBe('')
    expect(decidePause({ ...cover, available: 99 })).toBe('balance')
    expect(decidePause({ ...cover, available: -1 })).toBe('balance')
  })

  it('ends a tenth above its beginning', () => {
    const paused: CoverageInput = { ...cover, pausedBy: 'balance' }
    expect(decidePause({ ...paused, available: 109 })).toBe('balance')
    expect(decidePause({ ...paused, available: 110 })).toBe('')
  })

  it('does not end by an old balance, but may begin by one', () => {
    const old: CoverageInput = { ...cover, isFresh: false }
    expect(decidePause({ ...old, pausedBy: 'balance' })).toBe('balance')
    expect(decidePause({ ...old, available: 99 })).toBe('balance')
  })

  it('stays unchanged when the balance is unknown', () => {
    for (const pausedBy of ['', 'balance', 'overridden'] as const) {
      expect(decidePause({ ...cover, pausedBy, available: undefined })).toBe(pausedBy)
    }
  })

  it('stays overridden until the balance covers the item again', () => {
    const overridden: CoverageInput = { ...cover, pausedBy: 'overridden' }
    expect(decidePause({ ...overridden, available: -5 })).toBe('overridden')
    expect(decidePause({ ...overridden, available: 110 })).toBe('')
  })

  it('begins for an item without a cost only when nothing is left', () => {
    expect(decidePause({ ...cover, cost: undefined, available: 1 })).toBe('')
    expect(decidePause({ ...cover, cost: undefined, available: 0 })).toBe('balance')
  })

  it('ends when automatic pausing is switched off', () => {
    expect(decidePause({ ...cover, pausedBy: 'balance', available: -5, isAutoPauseOn: false })).toBe('')
  })

  it('never changes twice at the same balance', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('', 'balance', 'overridden'),
        fc.option(fc.nat(1_000), { nil: undefined }),
        fc.integer({ min: -1_000, max: 2_000 }),
        (pausedBy, cost, available) => {
          const once = decidePause({
            ...cover,
            pausedBy: pausedBy as CoverageInput['pausedBy'],
            cost,
            available,
          })
          return decidePause({ ...cover, pausedBy: once, cost, available }) === once
        },
      ),
    )
  })
})

describe('an account', () => {
  it('is low below its alert level, and until it is well above it again', () => {
    expect(isBalanceLow(60_000, { lowBalanceLevel: 60_000, isLow: false })).toBe(false)
    expect(isBalanceLow(59_999, { lowBalanceLevel: 60_000, isLow: false })).toBe(true)
    expect(isBalanceLow(65_999, { lowBalanceLevel: 60_000, isLow: true })).toBe(true)
    expect(isBalanceLow(66_000, { lowBalanceLevel: 60_000, isLow: true })).toBe(false)
  })

  it('is not low without an alert level, and keeps its state while the balance is unknown', () => {
    expect(isBalanceLow(0, { lowBalanceLevel: 0, isLow: false })).toBe(false)
    expect(isBalanceLow(undefined, { lowBalanceLevel: 60_000, isLow: true })).toBe(true)
  })
})
