import { describe, expect, it } from 'vitest'
import { callsSince } from './simulators.ts'

describe('a simulator’s count', () => {
  const plan = (times: number, match = {}) => ({ call: 'getrole', times, match })

  it('is what a plan has counted down, summed over the given fields', () => {
    const state = { next: [plan(999_990, { zoneid: '1' }), plan(999_999, { zoneid: '2' }), plan(1)] }
    expect(callsSince(state, 'getrole', [{ zoneid: '1' }])).toBe(10)
    expect(callsSince(state, 'getrole', [{ zoneid: '1' }, { zoneid: '2' }])).toBe(11)
  })

  it('is not measurable where the simulator has no such plan', () => {
    expect(() => callsSince({ next: [] }, 'getrole', [{}])).toThrow('does not count getrole')
    expect(() => callsSince({}, 'getrole', [{}])).toThrow('does not count getrole')
  })
})
