import { describe, expect, it } from 'vitest'
import { merge } from './timeline.ts'

describe('a timeline', () => {
  it('merges the entries of all sources in order of time', () => {
    const lines = merge([
      { at: 2_500, who: 'worker1', text: 'ready' },
      { at: 1_000, who: 'fault', text: 'killed' },
      { at: 1_250, who: 'smileone journal', text: 'delivery' },
    ])
    expect(lines.map((line) => line.replace(/\s+/g, ' ').trim())).toEqual([
      '0.000 s fault killed',
      '0.250 s smileone journal delivery',
      '1.500 s worker1 ready',
    ])
  })
})
