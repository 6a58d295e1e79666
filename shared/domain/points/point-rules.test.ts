import fc from 'fast-check'
import { expect, it } from 'vitest'
import { pointsEarned, pointsText, pointsValuePaise, proratedPoints, toHundredths } from './point-rules.ts'

const rates = { POINTS_PER_100_RUPEES: 1, POINT_VALUE_PAISE: 100 }
const paise = fc.integer({ min: 0, max: 1_000_000_000 })

it.each([
  [34_500, 345],
  [10_000, 100],
  [99, 0],
  [100, 1],
  [199, 1],
])('earns for %i paise %i hundredths of a point, at 1 for ₹100', (paidPaise, hundredths) => {
  expect(pointsEarned(rates, paidPaise)).toBe(hundredths)
})

it('follows the settings', () => {
  expect(pointsEarned({ ...rates, POINTS_PER_100_RUPEES: 2.5 }, 34_500)).toBe(862)
  expect(pointsEarned({ ...rates, POINTS_PER_100_RUPEES: 0 }, 34_500)).toBe(0)
  expect(pointsValuePaise({ ...rates, POINT_VALUE_PAISE: 50 }, 101)).toBe(50)
})

it('never values points above what was paid for them, at a rate of 1 %', () => {
  fc.assert(
    fc.property(paise, (paid) => {
      const worth = pointsValuePaise(rates, pointsEarned(rates, paid))
      expect(worth).toBeLessThanOrEqual(paid / 100)
      expect(worth).toBeGreaterThan(paid / 100 - 1)
    }),
  )
})

it('never values points redeemed in parts above those redeemed at once', () => {
  fc.assert(
    fc.property(
      fc.array(fc.nat(100_000), { maxLength: 8 }),
      fc.integer({ min: 1, max: 500 }),
      (parts, worth) => {
        const at = { ...rates, POINT_VALUE_PAISE: worth }
        const sum = (list: number[]) => list.reduce((total, one) => total + one, 0)
        expect(sum(parts.map((one) => pointsValuePaise(at, one)))).toBeLessThanOrEqual(
          pointsValuePaise(at, sum(parts)),
        )
      },
    ),
  )
})

it('prorates an order’s points in whole hundredths: all for the whole price, nothing for nothing', () => {
  fc.assert(
    fc.property(paise, fc.integer({ min: 1, max: 100_000_000 }), fc.nat(100), (offered, price, percent) => {
      const left = Math.floor((price * percent) / 100)
      const part = proratedPoints(offered, left, price)
      expect(Number.isSafeInteger(part)).toBe(true)
      expect(part).toBeLessThanOrEqual(offered)
      expect(proratedPoints(offered, price, price)).toBe(offered)
      expect(proratedPoints(offered, 0, price)).toBe(0)
    }),
  )
})

it('converts two decimals in both directions', () => {
  expect(toHundredths(128.4)).toBe(12_840)
  expect(() => toHundredths(1.005)).toThrow()
  expect(pointsText(12_840)).toBe('128.40')
})
