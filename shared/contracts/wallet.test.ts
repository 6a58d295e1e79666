import { describe, expect, it } from 'vitest'
import { topUp } from './wallet.ts'

const complaint = (value: unknown) =>
  topUp.body?.safeParse({ value, userid: 'U1001' }).error?.issues[0]?.message

describe('the amount of a top-up', () => {
  it.each([100_001, 10_000_001, 1e15])(
    'of %d rupees is refused with the maximum, in words for people',
    (value) => {
      expect(complaint(value)).toBe('At most ₹1,00,000 at once.')
    },
  )

  it.each([0, -1, '', '5', null, undefined])(
    'is refused in words for people if it is not an amount: %j',
    (value) => {
      expect(complaint(value)).toBe('Please enter a valid amount.')
    },
  )

  it.each([1, 99.99, 100_000])('of %d rupees is accepted', (value) => {
    expect(complaint(value)).toBeUndefined()
  })

  it.each([1.001, 0.1 + 0.201])('of %d rupees has too many decimals', (value) => {
    expect(complaint(value)).toBeDefined()
  })
})
