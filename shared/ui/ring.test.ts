import { describe, expect, it } from 'vitest'
import { ringSegment } from './ring.ts'

const minute = 60_000
const at = (goneMinutes: number) => ringSegment(30 * minute, goneMinutes * minute)

describe('ringSegment', () => {
  it('is green until half of the time has passed', () => {
    expect(at(0)).toMatchObject({ tone: 'green', share: 1, minutes: 30 })
    expect(at(14.99).tone).toBe('green')
  })

  it('is amber from 15 minutes passed and red from 25', () => {
    expect(at(15)).toMatchObject({ tone: 'amber', minutes: 15, share: 0.5 })
    expect(at(24.99).tone).toBe('amber')
    expect(at(25)).toMatchObject({ tone: 'red', minutes: 5 })
  })

  it('never shows 0: the last minute counts as 1, and so does the first one past the end', () => {
    expect(at(29.9)).toMatchObject({ tone: 'red', minutes: 1 })
    expect(at(30)).toMatchObject({ tone: 'over', minutes: 1 })
    expect(at(33.2)).toMatchObject({ tone: 'over', minutes: 4 })
  })

  it('shows no 31st minute of 30 on a clock that is slightly behind', () => {
    expect(at(-0.02)).toMatchObject({ tone: 'green', share: 1, minutes: 30, leftMs: 30 * minute })
    expect(at(-15)).toMatchObject({ minutes: 45 })
  })

  it('keeps the proportions with another total time', () => {
    expect(ringSegment(60 * minute, 30 * minute, 60 * minute).tone).toBe('amber')
    expect(ringSegment(60 * minute, 50 * minute, 60 * minute).tone).toBe('red')
  })
})
