import fc from 'fast-check'
import { expect, it } from 'vitest'
import { groupDigits } from './format-digits.ts'

const whole = new Intl.NumberFormat('en-IN')
const exact = new Intl.NumberFormat('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

it('groups as India does: by three once, then by two', () => {
  expect(
    [0, 999, 1_000, 99_999, 100_000, 12_345_678, -1_00_000].map((number) => groupDigits(number)),
  ).toEqual(['0', '999', '1,000', '99,999', '1,00,000', '1,23,45,678', '-1,00,000'])
})

it('equals the output of Intl for every number', () => {
  fc.assert(
    fc.property(fc.maxSafeInteger(), (number) => {
      expect(groupDigits(number)).toBe(whole.format(number))
    }),
  )
  fc.assert(
    fc.property(fc.integer({ min: -99_999_999_999, max: 99_999_999_999 }), (hundredths) => {
      expect(groupDigits((hundredths / 100).toFixed(2))).toBe(exact.format(hundredths / 100))
    }),
  )
})
