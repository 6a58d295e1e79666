import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Cover, freeOf, isLowNow, nextPause } from './pause-rules.ts'

const holding = { amount: 5_310, bought: 0, waiting: 0, reserve: 0 }
const cover: Cover = { pausedBy: '', cost: 100, free: 1_000, isFresh: true, isPausing: true }

describe('what is left of a balance', () => {
  it('is less what paid orders need, which comes out of the reserve first', () => {
    expect(freeOf({ ...holding, reserve: 5_000 })).toBe(310)
    expect(freeOf({ ...holding, reserve: 5_000, waiting: 4_000 })).toBe(310)
    expect(freeOf({ ...holding, reserve: 5_000, waiting: 5_300 })).toBe(10)
    expect(freeOf({ ...holding, waiting: 6_000 })).toBe(-690)
  })

  it('is less what was bought since it was read', () => {
    expect(freeOf({ ...holding, bought: 310 })).toBe(5_000)
  })

  it('is not known where the balance is not', () => {
    expect(freeOf({ ...holding, amount: undefined })).toBeUndefined()
  })
})

describe('the pause of an item', () => {
  it('begins where the next purchase is not covered, and not where it just is', () => {
    expect(nextPause({ ...cover, free: 100 })).toBe('')
    expect(nextPause({ ...cover, free: 99 })).toBe('balance')
    expect(nextPause({ ...cover, free: -1 })).toBe('balance')
  })

  it('ends a tenth later than it begins', () => {
    const paused: Cover = { ...cover, pausedBy: 'balance' }
    expect(nextPause({ ...paused, free: 109 })).toBe('balance')
    expect(nextPause({ ...paused, free: 110 })).toBe('')
  })

  it('is not ended by a balance that nobody has read lately, and is begun by it', () => {
    const old: Cover = { ...cover, isFresh: false }
    expect(nextPause({ ...old, pausedBy: 'balance' })).toBe('balance')
    expect(nextPause({ ...old, free: 99 })).toBe('balance')
  })

  it('stays what it is where the balance is not known', () => {
    for (const pausedBy of ['', 'balance', 'overruled'] as const) {
      expect(nextPause({ ...cover, pausedBy, free: undefined })).toBe(pausedBy)
    }
  })

  it('that a person has overruled holds until the balance covers it again', () => {
    const overruled: Cover = { ...cover, pausedBy: 'overruled' }
    expect(nextPause({ ...overruled, free: -5 })).toBe('overruled')
    expect(nextPause({ ...overruled, free: 110 })).toBe('')
  })

  it('is for what has no price only where nothing is left at all', () => {
    expect(nextPause({ ...cover, cost: undefined, free: 1 })).toBe('')
    expect(nextPause({ ...cover, cost: undefined, free: 0 })).toBe('balance')
  })

  it('is over once pausing is switched off', () => {
    expect(nextPause({ ...cover, pausedBy: 'balance', free: -5, isPausing: false })).toBe('')
  })

  it('never moves twice at one balance, whatever it is', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('', 'balance', 'overruled'),
        fc.option(fc.nat(1_000), { nil: undefined }),
        fc.integer({ min: -1_000, max: 2_000 }),
        (pausedBy, cost, free) => {
          const once = nextPause({ ...cover, pausedBy: pausedBy as Cover['pausedBy'], cost, free })
          return nextPause({ ...cover, pausedBy: once, cost, free }) === once
        },
      ),
    )
  })
})

describe('an account', () => {
  it('is low below its alarm, and no longer only well above it', () => {
    expect(isLowNow(60_000, { alarm: 60_000, isLow: false })).toBe(false)
    expect(isLowNow(59_999, { alarm: 60_000, isLow: false })).toBe(true)
    expect(isLowNow(65_999, { alarm: 60_000, isLow: true })).toBe(true)
    expect(isLowNow(66_000, { alarm: 60_000, isLow: true })).toBe(false)
  })

  it('is not low without an alarm, and stays what it was while nothing is known', () => {
    expect(isLowNow(0, { alarm: 0, isLow: false })).toBe(false)
    expect(isLowNow(undefined, { alarm: 60_000, isLow: true })).toBe(true)
  })
})
