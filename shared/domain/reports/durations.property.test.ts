import fc from 'fast-check'
import { expect, it } from 'vitest'
import { durationEdges, withinSeconds } from './durations.ts'

/** Counts as the database does: in the slot of the first edge that a delivery did not exceed. */
const counted = (seconds: readonly number[]) => {
  const durations = [...durationEdges, 0].map(() => 0)
  for (const duration of seconds) {
    const slot = durationEdges.filter((edge) => edge < duration).length
    durations[slot] = (durations[slot] ?? 0) + 1
  }
  return durations
}

const someSeconds = fc.array(fc.double({ min: 0, max: 90_000, noNaN: true }), { minLength: 1, maxLength: 60 })

it('returns the first edge that is not shorter than the exact duration', () => {
  fc.assert(
    fc.property(someSeconds, fc.constantFrom(0.5, 0.9), (seconds, share) => {
      const sorted = seconds.toSorted((a, b) => a - b)
      const exact = sorted[Math.ceil(sorted.length * share) - 1] ?? 0
      expect(withinSeconds(counted(seconds), share)).toBe(durationEdges.find((edge) => edge >= exact) ?? null)
    }),
  )
})

it('returns null without deliveries', () => {
  expect(withinSeconds(counted([]), 0.5)).toBeNull()
})

it('has strictly increasing edges', () => {
  expect(durationEdges).toEqual(durationEdges.toSorted((a, b) => a - b))
  expect(new Set(durationEdges).size).toBe(durationEdges.length)
})
