import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Explained, explain, type UnclearPurchase } from './explanations.ts'

const coins = (amount: number) => Math.round(amount * 10_000)
const some = (...costs: number[]): UnclearPurchase[] =>
  costs.map((cost, index) => ({ key: String(index), cost: coins(cost) }))
const solutions = (one: Explained) =>
  one.kind === 'sets' ? one : { count: -1, sets: [], chances: new Map() }
const chancesOf = (one: Explained) =>
  [...solutions(one).chances.values()].map((chance) => `${chance.in}/${chance.of}`)

/** Every matching set, by brute force. */
function bruteForce(purchases: readonly UnclearPurchase[], left: number, tolerance: number): string[][] {
  const sets = Array.from({ length: 2 ** purchases.length }, (_, mask) =>
    purchases.filter((_one, at) => ((mask >> at) & 1) === 1),
  )
  return sets
    .filter((set) => purchases.every((one) => one.arrived === undefined || set.includes(one) === one.arrived))
    .filter((set) => Math.abs(set.reduce((sum, { cost = 0 }) => sum + cost, 0) - left) <= tolerance)
    .map((set) => set.map(({ key }) => key))
}

describe('sets of unclear purchases that explain a balance drop', () => {
  it('are complete, and each purchase is in as many as by brute force', () => {
    const purchase = fc.record({
      cost: fc.constantFrom(9.1, 18.2, 27.3, 61.5, 122, 183.5, 76).map(coins),
      arrived: fc.option(fc.boolean(), { nil: undefined, freq: 3 }),
    })
    const purchases = fc.array(purchase, { minLength: 1, maxLength: 12 })
    fc.assert(
      fc.property(purchases, fc.array(fc.boolean(), { minLength: 12, maxLength: 12 }), (all, truth) => {
        const named = all.map((one, index) => ({ ...one, key: String(index) }))
        const left = named.reduce(
          (sum, { cost, arrived }, at) => sum + ((arrived ?? truth[at]) ? cost : 0),
          0,
        )
        const sets = bruteForce(named, left, coins(0.1))
        const explained = explain({ left, tolerance: coins(0.1), purchases: named })
        expect(solutions(explained).count).toBe(sets.length)
        expect(sets.length).toBeGreaterThan(0)
        for (const { key } of named) {
          const within = sets.filter((set) => set.includes(key)).length
          expect(solutions(explained).chances.get(key)).toEqual({ in: within, of: sets.length })
        }
      }),
      { numRuns: 2_000 },
    )
  })

  it('are two where two different sets add up to the same', () => {
    // 61.5 + 122 = 183.5
    const explained = explain({ left: coins(183.5), tolerance: 100, purchases: some(61.5, 122, 183.5, 76) })
    expect(solutions(explained).count).toBe(2)
    expect(chancesOf(explained)).toEqual(['1/2', '1/2', '1/2', '0/2'])
  })

  it('group equal costs: two of these three', () => {
    const explained = explain({ left: coins(123), tolerance: 100, purchases: some(61.5, 61.5, 61.5, 76) })
    expect(solutions(explained).sets).toEqual([
      { parts: [{ cost: coins(61.5), count: 2, of: 3, keys: ['0', '1', '2'] }] },
    ])
    expect(solutions(explained).count).toBe(3)
    expect(chancesOf(explained)).toEqual(['2/3', '2/3', '2/3', '0/3'])
  })

  it('become fewer with each answer, and none where an answer does not fit', () => {
    const purchases = some(61.5, 122, 183.5, 76)
    const with_ = (at: number, arrived: boolean) =>
      explain({
        left: coins(183.5),
        tolerance: 100,
        purchases: purchases.map((one, index) => (index === at ? { ...one, arrived } : one)),
      })
    expect(chancesOf(with_(0, true))).toEqual(['1/1', '1/1', '0/1', '0/1'])
    expect(chancesOf(with_(2, true))).toEqual(['0/1', '0/1', '1/1', '0/1'])
    expect(solutions(with_(3, true)).count).toBe(0)
  })

  it('are counted for twenty equal ones without listing them', () => {
    const purchases = some(...Array.from({ length: 20 }, () => 61.5))
    const explained = explain({ left: coins(615), tolerance: 2_000, purchases })
    expect(solutions(explained).count).toBe(184_756)
    expect(solutions(explained).sets).toHaveLength(1)
    expect(chancesOf(explained)[0]).toBe('92378/184756')
  })

  it('are none where a cost is not known, is lost in the rounding, or there are too many', () => {
    const left = coins(61.5)
    const nothing = (purchases: UnclearPurchase[], tolerance = 100) => explain({ left, tolerance, purchases })
    expect(nothing([...some(61.5), { key: 'x', cost: undefined }])).toEqual({
      kind: 'nothing',
      reason: 'cost_unknown',
    })
    expect(nothing(some(61.5, 0.02))).toEqual({ kind: 'nothing', reason: 'too_small' })
    expect(nothing(some(...Array.from({ length: 21 }, () => 61.5)))).toEqual({
      kind: 'nothing',
      reason: 'too_many',
    })
  })
})
