import { checkId } from '@jhatpat/shared/contracts/orders.ts'
import { supplyAlerts } from '@jhatpat/shared/contracts/supply.ts'
import type { Listing } from '@jhatpat/shared/domain/catalogue/index.ts'
import { syncPriceLists } from '@jhatpat/shared/domain/purchasing/index.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { refusalOf } from '../../support/buying.ts'
import { insertAdmin, insertCustomer } from '../../support/people.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { insertProductWithItem, insertShop, type Shop } from '../../support/shop.ts'

let service: Service
let shop: Shop

beforeAll(async () => {
  service = await startService()
  shop = await insertShop()
})
afterAll(() => service.stop())
beforeEach(() => service.simulators.reset('faults'))

const check = (userid: string, { product, item }: Listing = shop.diamonds) =>
  service.guest.call(checkId, {
    body: { userid, zoneid: '2001', selectedProduct: String(product._id), selectedItem: item._id },
  })

describe('the check of an id', () => {
  it('says that it failed, and raises an alert, when the supplier’s code is not about a player', async () => {
    expect(await refusalOf(check('10000013'))).toMatchObject({ status: 502, code: 'supplier_unavailable' })
    const alerts = await (await service.as(await insertAdmin())).call(supplyAlerts)
    expect(alerts).toMatchObject([
      { kind: 'check_trouble', account: 'SMILEBR', count: 1, detail: 'Erro desconhecido (20099)' },
    ])
  })

  it('checks Mobile Legends at MooGold with the product’s page', async () => {
    const listing = await insertProductWithItem(
      { name: 'Mobile Legends Global', type: 'MLBB', apiType: 'MOOGOLDMLBB' },
      { name: '86 Diamonds', id: '1001' },
    )
    expect(await check('123456789', listing)).toMatchObject({ message: 'success', use: '' })
    expect((await check('20000008', listing)).message).toBe('Invalid User ID or Server ID')
  })

  it.each(['no_route', 'not_available', 'kindly_contact'])(
    'says that the id cannot be checked (%s)',
    async (validate) => {
      await service.simulators.control('moogold', { validate })
      const mlbb = { type: 'MLBB', apiType: 'MOOGOLDMLBB' } as const
      const strict = await insertProductWithItem(
        { ...mlbb, name: `Strict ${validate}` },
        { name: 'Pack', id: '1001' },
      )
      expect(await refusalOf(check('123456780', strict))).toMatchObject({ code: 'supplier_unavailable' })
    },
  )

  it('shows before the sale that the supplier charges more than its list price for this player', async () => {
    expect(await refusalOf(check('10000011'))).toMatchObject({
      status: 409,
      code: 'price_changed_at_supplier',
    })
  })

  it('says at once that the supplier requires other fields than the page has', async () => {
    const listing = await insertProductWithItem(
      { name: 'Mobile Legends Other', type: 'MLBB', apiType: 'MOOGOLDMLBB' },
      { name: '172 Diamonds', id: '1002' },
    )
    await service.simulators.control('moogold', { fields: { 15145: ['User ID', 'E-mail'] } })
    await syncPriceLists(service.deps)
    expect(await refusalOf(check('123456789', listing))).toMatchObject({ code: 'supplier_fields_changed' })
  })

  it('shows alerts to admins only', async () => {
    const asha = await service.as(await insertCustomer())
    expect(await refusalOf(asha.call(supplyAlerts))).toMatchObject({ status: 403 })
  })
})
