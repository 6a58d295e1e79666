import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseAmount, toDecimalText, toPaise, toRupees } from './money.ts'

const paise = fc.integer({ min: 0, max: 99_999_999_999 })

describe('rupees and paise', () => {
  it.each([
    [345, 34_500],
    [0.01, 1],
    [0.1 + 0.2, 30],
    [1.005e2, 10_050],
    [1_234_567.89, 123_456_789],
    [-5.5, -550],
  ])('turn %d rupees into %i paise', (rupees, expected) => {
    expect(toPaise(rupees)).toBe(expected)
  })

  it.each([1.001, 0.005, Number.NaN, Number.POSITIVE_INFINITY, 1e17])('refuse %d rupees', (rupees) => {
    expect(() => toPaise(rupees)).toThrow(RangeError)
  })

  it.each([0.5, Number.NaN, 2 ** 53])('refuse %d paise', (amount) => {
    expect(() => toRupees(amount)).toThrow(RangeError)
  })

  it('lose no paisa on the way to the wire and back', () => {
    fc.assert(fc.property(paise, (amount) => toPaise(toRupees(amount)) === amount))
    fc.assert(
      fc.property(paise, (amount) => toPaise(JSON.parse(JSON.stringify(toRupees(amount)))) === amount),
    )
  })
})

describe('an amount as text', () => {
  it.each([
    [34_500, '345.00'],
    [5, '0.05'],
    [50, '0.50'],
    [0, '0.00'],
    [-1, '-0.01'],
    [123_456_789, '1234567.89'],
  ])('writes %i paise as %s', (amount, text) => {
    expect(toDecimalText(amount)).toBe(text)
  })

  it.each([
    ['345', 34_500],
    ['345.5', 34_550],
    [' 345.00 ', 34_500],
    ['345.5000', 34_550],
    [345.05, 34_505],
    ['0.01', 1],
  ])('reads %j as %i paise', (value, expected) => {
    expect(parseAmount(value)).toBe(expected)
  })

  it.each(['', '345.', '.5', '345.001', '-1', '1e3', '1,000', '₹5', '0x10', null, undefined, {}, [], true])(
    'does not read %j',
    (value) => {
      expect(parseAmount(value)).toBeUndefined()
    },
  )

  it('reads back what it wrote', () => {
    fc.assert(fc.property(paise, (amount) => parseAmount(toDecimalText(amount)) === amount))
  })

  it('never reads a text as more or less than its digits say', () => {
    const cents = fc.integer({ min: 0, max: 99 })
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999_999_999 }), cents, (whole, rest) => {
        expect(parseAmount(`${whole}.${String(rest).padStart(2, '0')}`)).toBe(whole * 100 + rest)
      }),
    )
  })
})
