import {
  type SuppliedType,
  type SupplierName,
  supplierAccounts,
  supplierNames,
} from '@jhatpat/shared/contracts/api-types.ts'
import { envSchema } from '@jhatpat/shared/platform/env.ts'
import { createSuppliers } from '@jhatpat/shared/providers/suppliers/registry.ts'
import { supplierRoutes } from '@jhatpat/shared/providers/suppliers/supplier-routes.ts'
import { everyVendor, vendors } from '@jhatpat/shared/providers/vendors.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { demoProducts } from '../../../scripts/demo-data/demo-products.ts'
import { withSimulators } from '../../simulators/with-simulators.ts'
import { demoListing } from '../../support/demo-listing.ts'
import { listingInputs } from '../../support/shop.ts'
import { journalsOf } from '../load/gather.ts'
import { makeStoredOrder, soundEvidence } from './faulty-data.ts'
import { oneEffectPerUnit } from './order-invariants.ts'

const simulators = withSimulators()
const player = '12345678'

describe('the journals of the suppliers', () => {
  beforeEach(() => simulators.current.reset('all'))

  it.each(supplierNames)('show what %s sold, to which player, and that it was sold twice', async (name) => {
    const { supplier, route } = open(name)
    const supplierItemId = demoListing(supplierAccounts[name][0]).item.id
    const unit = { supplierItemId, productSlug: route.productSlug }
    const account = route.account(player, '2001')
    const judge = async () => {
      const orders = [makeStoredOrder({ input1: player, units: [{ supplierItemId }] })]
      const journals = await journalsOf((vendor) => simulators.current.journal(vendor))
      return oneEffectPerUnit(soundEvidence({ vendors, orders, journals })).map(({ what }) => what)
    }
    for (const unitRef of ['U-1', 'U-2']) {
      expect(await judge()).toEqual([])
      expect(['delivered', 'accepted']).toContain(
        (await supplier.purchaseUnit({ ...unit, unitRef, account })).kind,
      )
    }
    expect(await judge(), `see "bought" in the line of ${name} in shared/providers/vendors.ts`).toEqual([
      expect.stringMatching(`^2 × pack ${supplierItemId} delivered for 1 units \\(\\S+, \\S+\\)$`),
    ])
  })

  it('exist for every registered supplier, under its name', () => {
    for (const { name } of everyVendor) expect(simulators.current.journal(name), name).toEqual([])
  })
})

/** Product types whose ids the shop checks before it sells. */
const checked = (product: { type: string }) => product.type === 'MLBB'

describe('what cannot be checked', () => {
  const types = supplierNames.flatMap((name) => supplierAccounts[name].map((apiType) => [apiType, name]))
  it.each(types as [SuppliedType, SupplierName][])('is not sold: %s', async (apiType, name) => {
    const { supplier, route } = open(name, apiType)
    const { productSlug, checkId } = route
    const check = await supplier.checkPlayer({
      productSlug,
      checkId,
      account: route.account(player, '2001'),
    })
    const hasPlayerCheck = check.kind !== 'unavailable' || check.reason !== 'not_offered'
    const sold = [...demoProducts, ...Object.values(listingInputs).map(({ product }) => product)]
    const refused = sold.filter(
      (product) => product.apiType === apiType && checked(product) && !hasPlayerCheck,
    )
    const reason = `${apiType} has no player check: sell nothing of type MLBB from it in demo-products.ts and tests/support/shop.ts`
    expect(
      refused.map((product) => product.name),
      reason,
    ).toEqual([])
  })
})

function open(name: SupplierName, apiType: SuppliedType = supplierAccounts[name][0]) {
  const settings = envSchema.parse({
    ...simulators.current.env,
    MONGODB_URI: 'mongodb://127.0.0.1/none',
    REDIS_URL: 'redis://127.0.0.1',
    SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
  })
  const supplier = createSuppliers(settings).byName[name]
  return { supplier, route: supplierRoutes(settings)[apiType] }
}
