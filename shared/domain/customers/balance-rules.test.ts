import { describe, expect, it } from 'vitest'
import { dayStart, needsSecondAdmin } from './balance-rules.ts'

const rule = (amountPaise: number, earlierPaise = 0, userId = 'u1') =>
  needsSecondAdmin({ amountPaise, earlierPaise, userId }, { adminId: 'a1', limitPaise: 1_000 })

describe('a second admin', () => {
  it('is needed above the limit, whichever way the money goes', () => {
    expect([rule(1_000), rule(-1_000)]).toEqual([false, false])
    expect([rule(1_001), rule(-1_001)]).toEqual([true, true])
  })

  it('is needed as soon as what was moved before that day makes it too much', () => {
    expect([rule(400, 600), rule(401, 600), rule(-401, 600)]).toEqual([false, true, true])
  })

  it('is needed for anything in one’s own wallet', () => {
    expect(rule(1, 0, 'a1')).toBe(true)
  })
})

describe('a day', () => {
  it.each([
    ['2026-11-21T18:29:59.999Z', '2026-11-20T18:30:00.000Z'],
    ['2026-11-21T18:30:00.000Z', '2026-11-21T18:30:00.000Z'],
    ['2026-11-22T07:00:00.000Z', '2026-11-21T18:30:00.000Z'],
  ])('with %s in it began at midnight in India, %s', (at, start) => {
    expect(dayStart(new Date(at)).toISOString()).toBe(start)
  })
})
