import { expect, it } from 'vitest'
import { readAmount } from './topup-screen.tsx'

it.each([
  ['500', 500],
  ['0.5', 0.5],
  ['₹1,00,000', 100000],
  [' 12.34 ', 12.34],
])('parses %s as rupees', (text, rupees) => {
  expect(readAmount(text)).toBe(rupees)
})

it.each(['', '0', '0.00', '-1', 'abc', '1.234', '1e3', 'NaN'])('rejects %s', (text) => {
  expect(readAmount(text)).toBeUndefined()
})
