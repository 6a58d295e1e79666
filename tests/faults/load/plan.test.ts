import { supplierNameFor } from '@jhatpat/shared/contracts/api-types.ts'
import { everyVendor, vendors } from '@jhatpat/shared/providers/vendors.ts'
import { describe, expect, it } from 'vitest'
import { goods } from '../../support/shop.ts'
import { mixes, suppliersUnderLoad, troublesAt } from './plan.ts'

describe('the load', () => {
  it('buys from every registered supplier', () => {
    const suppliers = everyVendor.flatMap(({ kind, name }) => (kind === 'supplier' ? [name] : []))
    expect([...suppliersUnderLoad].sort()).toEqual(suppliers.sort())
  })

  it.each(suppliersUnderLoad)('buys from every account of %s, and from no other under its name', (name) => {
    const accounts = troublesAt[name].shelves.map((shelf) => supplierNameFor(goods[shelf].product.apiType))
    const reason = `the shelves of ${name} in tests/faults/load/plan.ts, by their apiType in tests/support/shop.ts`
    expect(new Set(accounts), reason).toEqual(new Set(vendors[name].adapters))
  })

  it.each(suppliersUnderLoad)('buys every item of %s, with and without faults', (name) => {
    const bought = mixes.every.flatMap((recipe) => ('shelf' in recipe ? [recipe] : []))
    for (const shelf of troublesAt[name].shelves) {
      const ofShelf = bought.filter((recipe) => recipe.shelf === shelf)
      expect(ofShelf, `a recipe for ${shelf} in tests/faults/load/plan.ts`).not.toEqual([])
    }
    const ofAll = bought.filter(({ shelf }) => troublesAt[name].shelves.includes(shelf))
    expect(ofAll.map(({ trouble }) => trouble === 'none')).toEqual(expect.arrayContaining([true, false]))
  })
})
