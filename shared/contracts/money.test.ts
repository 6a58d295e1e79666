import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatPaise, formatRupees, parseAmount, toDecimalText, toPaise, toRupees } from './money.ts'

const paise = fc.integer({ min: 0, max: 99_999_999_999 })

describe('rupees and paise', () => {
  it.each([
    [345, 34_500],
    [0.01, 1],
    [0.1 + 0.2, 30],
    [1.005e2, 10_050],
    [1_234_567.89, 123_456_789],
    [-5.5, -550],
  ])('convert %d rupees to %i paise', (rupees, expected) => {
    expect(toPaise(rupees)).toBe(expected)
  })

  it.each([1.001, 0.005, Number.NaN, Number.POSITIVE_INFINITY, 1e17])('reject %d rupees', (rupees) => {
    expect(() => toPaise(rupees)).toThrow(RangeError)
  })

  it.each([0.5, Number.NaN, 2 ** 53])('reject %d paise', (amount) => {
    expect(() => toRupees(amount)).toThrow(RangeError)
  })

  it('lose no paisa in a round trip over the wire', () => {
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

  it('never reads a text as more or less than its digits', () => {
    const cents = fc.integer({ min: 0, max: 99 })
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999_999_999 }), cents, (whole, rest) => {
        expect(parseAmount(`${whole}.${String(rest).padStart(2, '0')}`)).toBe(whole * 100 + rest)
      }),
    )
  })
})

describe('formatPaise', () => {
  it('groups as India does', () => {
    expect(formatPaise(1_00_000_00)).toBe('₹1,00,000')
    expect(formatPaise(9_41_86_450_00)).toBe('₹9,41,86,450')
    expect(formatPaise(345_00)).toBe('₹345')
    expect(formatPaise(0)).toBe('₹0')
  })

  it('shows two decimals only where there are paise, or on request', () => {
    expect(formatPaise(345_50)).toBe('₹345.50')
    expect(formatPaise(345_05)).toBe('₹345.05')
    expect(formatPaise(1840_00, { exact: true })).toBe('₹1,840.00')
  })

  it('writes a true minus, and a plus on request', () => {
    expect(formatPaise(-399_50)).toBe('−₹399.50')
    expect(formatPaise(500_00, { plus: true })).toBe('+₹500')
    expect(formatPaise(0, { plus: true })).toBe('₹0')
  })

  it('never shows the tail of a float', () => {
    expect(formatRupees(0.1 + 0.2)).toBe('₹0.30')
    expect(formatRupees(1.1 * 3)).toBe('₹3.30')
    expect(formatPaise(34_500.000_000_1)).toBe('₹345')
  })
})
