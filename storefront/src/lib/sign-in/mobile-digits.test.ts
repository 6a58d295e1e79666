import { describe, expect, it } from 'vitest'
import { isMobile, mobileDigits } from './mobile-digits.ts'

describe('mobileDigits', () => {
  it.each([
    ['9876543210', '9876543210'],
    ['+91 98765 43210', '9876543210'],
    ['+919876543210', '9876543210'],
    ['919876543210', '9876543210'],
    ['098765 43210', '9876543210'],
    ['98765-43210', '9876543210'],
    // One digit too many is typed: the number stays, also one that begins like the country code.
    ['91987654321', '9198765432'],
    ['9876', '9876'],
    ['call me', ''],
  ])('reads %j as %j', (text, digits) => {
    expect(mobileDigits(text)).toBe(digits)
  })
})

describe('isMobile', () => {
  it.each([
    ['9876543210', true],
    ['987654321', false],
    ['98765432101', false],
    ['98765 4321', false],
  ])('%j: %s', (digits, is) => {
    expect(isMobile(digits)).toBe(is)
  })
})
