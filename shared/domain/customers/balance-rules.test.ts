import { describe, expect, it } from 'vitest'
import { dayStart, needsSecondAdmin } from './balance-rules.ts'

const needsApproval = (amountPaise: number, earlierPaise = 0, userId = 'u1') =>
  needsSecondAdmin({ amountPaise, earlierPaise, userId }, { adminId: 'a1', limitPaise: 1_000 })

describe('needsSecondAdmin', () => {
  it('requires an approval above the limit, for additions and deductions', () => {
    expect([needsApproval(1_000), needsApproval(-1_000)]).toEqual([false, false])
    expect([needsApproval(1_001), needsApproval(-1_001)]).toEqual([true, true])
  })

  it('counts the earlier adjustments of the day towards the limit', () => {
    expect([needsApproval(400, 600), needsApproval(401, 600), needsApproval(-401, 600)]).toEqual([
      false,
      true,
      true,
    ])
  })

  it('requires an approval for any adjustment of the admin’s own wallet', () => {
    expect(needsApproval(1, 0, 'a1')).toBe(true)
  })
})

describe('dayStart', () => {
  it.each([
    ['2026-11-21T18:29:59.999Z', '2026-11-20T18:30:00.000Z'],
    ['2026-11-21T18:30:00.000Z', '2026-11-21T18:30:00.000Z'],
    ['2026-11-22T07:00:00.000Z', '2026-11-21T18:30:00.000Z'],
  ])('returns for %s the last midnight in India, %s', (at, start) => {
    expect(dayStart(new Date(at)).toISOString()).toBe(start)
  })
})
