import { describe, expect, it } from 'vitest'
import { formatPaise, plainRupees, rupeesToPaise } from './rupees.ts'

describe('formatPaise', () => {
  it('groups as India does', () => {
    expect(formatPaise(1_00_000_00)).toBe('₹1,00,000')
    expect(formatPaise(9_41_86_450_00)).toBe('₹9,41,86,450')
    expect(formatPaise(345_00)).toBe('₹345')
    expect(formatPaise(0)).toBe('₹0')
  })

  it('shows two decimals only where there are paise, or where asked', () => {
    expect(formatPaise(345_50)).toBe('₹345.50')
    expect(formatPaise(345_05)).toBe('₹345.05')
    expect(formatPaise(1840_00, { exact: true })).toBe('₹1,840.00')
  })

  it('writes a true minus, and a plus where asked', () => {
    expect(formatPaise(-399_50)).toBe('−₹399.50')
    expect(formatPaise(500_00, { plus: true })).toBe('+₹500')
    expect(formatPaise(0, { plus: true })).toBe('₹0')
  })

  it('never shows the tail of a float', () => {
    expect(formatPaise(rupeesToPaise(0.1 + 0.2))).toBe('₹0.30')
    expect(formatPaise(rupeesToPaise(1.1 * 3))).toBe('₹3.30')
    expect(formatPaise(34_500.000_000_1)).toBe('₹345')
    expect(plainRupees(rupeesToPaise(19.99))).toBe('19.99')
  })
})
