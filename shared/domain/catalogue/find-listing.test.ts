import { describe, expect, it } from 'vitest'
import { pricePaiseFor } from './find-listing.ts'

const item = { discountedPaise: 34_500, resellPaise: 33_000 }

describe('pricePaiseFor', () => {
  it('returns the resell price for resellers', () => {
    expect(pricePaiseFor(item, 'reseller')).toBe(33_000)
  })

  it('returns the discounted price for all other callers', () => {
    expect([undefined, 'user', 'admin'].map((role) => pricePaiseFor(item, role as 'user'))).toEqual([
      34_500, 34_500, 34_500,
    ])
  })
})
