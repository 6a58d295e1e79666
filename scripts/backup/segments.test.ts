import { describe, expect, it } from 'vitest'
import { segmentsFrom } from './segments.ts'

const at = (t: number) => ({ t, i: 0 })
const segment = (from: number, to: number) => ({ name: `${from}-${to}`, from: at(from), to: at(to) })
const partsOf = (all: ReturnType<typeof segment>[], start: number) => {
  const { chain, rest, gaps } = segmentsFrom(all, at(start))
  return { chain: chain.map(({ name }) => name), rest: rest.map(({ name }) => name), gaps }
}

describe('the segments after a backup', () => {
  it('continue each other from the one that has its moment', () => {
    const all = [segment(1, 5), segment(5, 9), segment(9, 12)]
    expect(partsOf(all, 6)).toEqual({ chain: ['5-9', '9-12'], rest: [], gaps: [] })
  })

  it('end at a gap, which is named with what follows it', () => {
    const all = [segment(1, 5), segment(7, 9), segment(9, 12)]
    expect(partsOf(all, 3)).toEqual({
      chain: ['1-5'],
      rest: ['7-9', '9-12'],
      gaps: [{ from: at(5), to: at(7) }],
    })
    expect(partsOf([segment(7, 9)], 3).gaps).toEqual([{ from: at(3), to: at(7) }])
  })

  it('have no gap where two processes saved the same time', () => {
    const all = [segment(1, 5), segment(3, 7), segment(7, 11)]
    expect(partsOf(all, 2)).toEqual({ chain: ['1-5', '3-7', '7-11'], rest: [], gaps: [] })
  })
})
