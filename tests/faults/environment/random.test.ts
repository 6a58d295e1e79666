import { describe, expect, it } from 'vitest'
import { planLoad } from '../load/plan.ts'
import { createRandom } from './random.ts'

describe('a seed', () => {
  it('gives the same load again, and another seed a different one', () => {
    const size = { count: 60, spreadMs: 6_000, customers: 5, mix: 'every' } as const
    const load = (seed: number) => JSON.stringify(planLoad(createRandom(seed), size))
    expect(load(7)).toBe(load(7))
    expect(load(7)).not.toBe(load(8))
  })

  it('shuffles without losing an element, and stays below its limit', () => {
    const random = createRandom(3)
    expect(random.shuffled([1, 2, 3, 4, 5]).sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5])
    const drawn = Array.from({ length: 500 }, () => random.below(10))
    expect(new Set(drawn).size).toBe(10)
    expect(Math.max(...drawn)).toBe(9)
  })
})
