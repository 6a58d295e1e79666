import { describe, expect, it } from 'vitest'
import { play } from './schedule.ts'

/** A thousand of them take a second or two. */
const schedules = Array.from({ length: 1_000 }, (_, index) => index + 1)

describe('a simulated shop', () => {
  it('keeps every rule in a thousand random schedules', () => {
    const broken = schedules.map(play).filter(({ violations }) => violations.length > 0)
    expect(broken.slice(0, 3).map(({ seed, violations }) => [seed, violations])).toEqual([])
  }, 60_000)

  it('runs the same for the same seed, and not for another', () => {
    expect(play(7).trace).toEqual(play(7).trace)
    expect(play(7).trace).not.toEqual(play(8).trace)
  })

  it('crashes, stops, delivers late and needs persons', () => {
    const traces = schedules.slice(0, 200).flatMap((seed) => play(seed).trace)
    for (const event of [
      'crashes',
      'stands still',
      'the queue loses',
      'refunded',
      ': all',
      ': none',
      'then needs_action',
    ])
      expect(traces.filter((line) => line.includes(event)).length, event).toBeGreaterThan(10)
  })
})
