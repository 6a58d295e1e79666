import { type SuppliedType, supplierAccounts, supplierNameFor } from '@jhatpat/shared/contracts/api-types.ts'
import { everyVendor, type SupplierVendorName, vendors } from '@jhatpat/shared/providers/vendors.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { playerOf, zoneOf } from '../../faults/load/effects.ts'
import { buy, ends, giveMoney, orderBody, soldTo } from '../../support/buying.ts'
import { demoListing } from '../../support/demo-listing.ts'
import { insertCustomer } from '../../support/people.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { insertProductWithItem } from '../../support/shop.ts'

/** Types for which the supplier takes only the player's id. */
const withoutZone: readonly SuppliedType[] = ['MOOGOLDHOK']
const suppliedTypes = Object.values(supplierAccounts).flat()

let service: Service
beforeAll(async () => {
  service = await startService({ workers: true })
})
afterAll(() => service.stop())

it.each(suppliedTypes)('an order of %s is delivered to its player, in its zone, once', async (apiType) => {
  const { product, item } = demoListing(apiType)
  const { name, type, inputs } = product
  const listing = await insertProductWithItem(
    { name, type, inputs, apiType },
    { name: item.name, id: item.id },
  )
  const user = await insertCustomer()
  const asha = await service.as(user)
  await giveMoney(user, 100_000)
  const input1 = String(710_000_000 + suppliedTypes.indexOf(apiType))
  const id = await buy(asha, orderBody(user, listing, { input1, input2: '2044', paymentmode: 'wallet' }))
  expect((await ends(asha, id, 'Completed')).units).toEqual({ total: 1, delivered: 1 })

  const vendor = vendorOf(apiType)
  const { bought } = vendors[vendor]
  const sold = soldTo(service, vendor, input1).map((entry) => ({
    player: playerOf(entry, bought),
    zone: zoneOf(entry, bought),
    pack: String(entry[bought.pack]),
  }))
  const zone = withoutZone.includes(apiType) ? '' : '2044'
  const reason = `${apiType} in supplier-routes.ts, its adapter, and "bought" of ${vendor} in vendors.ts`
  expect(sold, reason).toEqual([{ player: input1, zone, pack: item.id }])
})

function vendorOf(apiType: SuppliedType): SupplierVendorName {
  const account = supplierNameFor(apiType)
  return everyVendor.find(({ adapters }) => adapters.some((one) => one === account))!
    .name as SupplierVendorName
}
