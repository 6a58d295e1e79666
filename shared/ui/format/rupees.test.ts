import { expect, it } from 'vitest'
import { plainRupees, rupeesToPaise } from './rupees.ts'

it('converts rupees to whole paise and back to a plain number', () => {
  expect(rupeesToPaise(1.1 * 3)).toBe(330)
  expect(plainRupees(rupeesToPaise(19.99))).toBe('19.99')
})
