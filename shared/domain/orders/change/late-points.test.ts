import { describe, expect, it } from 'vitest'
import { lateDue, latePointsOffered, openMsBetween } from './late-points.ts'

const rates = { LATE_ORDER_POINTS: 10, LATE_POINTS_PRICE_PERCENT: 10, POINT_VALUE_PAISE: 100 }

describe('latePointsOffered', () => {
  it.each([
    [600, 60],
    [9_999, 999],
    [10_000, 1_000],
    [500_000, 1_000],
  ])('offers for an order of %i paise %i hundredths of a point', (pricePaise, hundredths) => {
    expect(latePointsOffered(rates, pricePaise)).toBe(hundredths)
  })

  it('takes the value of a point into account', () => {
    expect(latePointsOffered({ ...rates, POINT_VALUE_PAISE: 50 }, 600)).toBe(120)
  })
})

const ist = (time: string) => new Date(`${time}:00+05:30`)

describe('openMsBetween', () => {
  const hours = { fromMinute: 9 * 60, toMinute: 22 * 60 }
  it.each([
    ['2026-11-24T10:00', '2026-11-24T10:31', 31],
    ['2026-11-24T21:50', '2026-11-25T09:10', 20],
    ['2026-11-24T23:00', '2026-11-25T08:00', 0],
    ['2026-11-24T08:00', '2026-11-26T08:00', 2 * 13 * 60],
  ])('counts from %s to %s %i minutes of shop hours', (from, to, minutes) => {
    expect(openMsBetween(ist(from), ist(to), hours)).toBe(minutes * 60_000)
  })
})

describe('lateDue', () => {
  const order = {
    delivery: 'manual' as const,
    processingAt: ist('2026-11-24T21:50'),
    createdAt: ist('2026-11-24T21:49'),
    hold: null,
    points: {
      offered: 0,
      earned: 0,
      revoked: 0,
      late: 1_000,
      shopHours: { fromMinute: 9 * 60, toMinute: 22 * 60 },
    },
  }
  const completed = (time: string) => ({ at: ist(time) })

  it('gives no points for the night that a manual delivery waited', () => {
    expect(lateDue(order, completed('2026-11-25T09:15'))).toBe(0)
    expect(lateDue(order, completed('2026-11-25T09:21'))).toBe(1_000)
  })

  it('counts the night for an instant delivery', () => {
    expect(lateDue({ ...order, delivery: 'instant' }, completed('2026-11-24T22:21'))).toBe(1_000)
  })

  it('gives no points for an order that was on hold, or with a partial refund', () => {
    const hold = { incident: 'SMILEBR:1', at: new Date(0), releasedAt: new Date(1) }
    expect(lateDue({ ...order, hold }, completed('2026-11-25T12:00'))).toBe(0)
    expect(lateDue(order, { ...completed('2026-11-25T12:00'), inc: { partlyRefundedPaise: 100 } })).toBe(0)
  })
})
