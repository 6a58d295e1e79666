import { supplierNameFor } from '@jhatpat/shared/contracts/api-types.ts'
import { everyVendor, vendors } from '@jhatpat/shared/providers/vendors.ts'
import { describe, expect, it } from 'vitest'
import { listingInputs } from '../../support/shop.ts'
import { mixes, suppliersUnderLoad, troublesAt } from './plan.ts'

describe('the load', () => {
  it('buys from every registered supplier', () => {
    const suppliers = everyVendor.flatMap(({ kind, name }) => (kind === 'supplier' ? [name] : []))
    expect([...suppliersUnderLoad].sort()).toEqual(suppliers.sort())
  })

  it.each(suppliersUnderLoad)('buys from every account of %s, and from no other under its name', (name) => {
    const accounts = troublesAt[name].listings.map((listing) =>
      supplierNameFor(listingInputs[listing].product.apiType),
    )
    const reason = `the listings of ${name} in tests/faults/load/plan.ts, by their apiType in tests/support/shop.ts`
    expect(new Set(accounts), reason).toEqual(new Set(vendors[name].adapters))
  })

  it.each(suppliersUnderLoad)('buys every item of %s, with and without faults', (name) => {
    const bought = mixes.every.flatMap((recipe) => ('listing' in recipe ? [recipe] : []))
    for (const listing of troublesAt[name].listings) {
      const ofListing = bought.filter((recipe) => recipe.listing === listing)
      expect(ofListing, `a recipe for ${listing} in tests/faults/load/plan.ts`).not.toEqual([])
    }
    const ofAll = bought.filter(({ listing }) => troublesAt[name].listings.includes(listing))
    expect(ofAll.map(({ trouble }) => trouble === 'none')).toEqual(expect.arrayContaining([true, false]))
  })
})
