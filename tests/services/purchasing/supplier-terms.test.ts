import { randomUUID } from 'node:crypto'
import { createOrder, createWalletOrder } from '@jhatpat/shared/contracts/orders.ts'
import { supplyAlerts } from '@jhatpat/shared/contracts/supply.ts'
import type { IUser } from '@jhatpat/shared/domain/accounts/index.ts'
import { AlertModel } from '@jhatpat/shared/domain/alerts/index.ts'
import type { Listing } from '@jhatpat/shared/domain/catalogue/index.ts'
import { OrderModel } from '@jhatpat/shared/domain/orders/index.ts'
import { SupplierProductModel, syncPriceLists } from '@jhatpat/shared/domain/purchasing/index.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { balanceOf, buy, ends, giveMoney, orderBody, refusalOf, soldTo, until } from '../../support/buying.ts'
import { knowCosts } from '../../support/known-costs.ts'
import { insertAdmin, insertCustomer } from '../../support/people.ts'
import type { Person } from '../../support/person.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { insertProductWithItem, insertShop, type Shop } from '../../support/shop.ts'

let service: Service
let shop: Shop
let mlbb: Listing
let hok: Listing
let user: IUser
let asha: Person

beforeAll(async () => {
  service = await startService({ workers: true, env: { SUPPLIER_PRICE_LIST_MAX_AGE_MS: '0' } })
  shop = await insertShop()
  mlbb = await insertProductWithItem(
    { name: 'Mobile Legends Global', type: 'MLBB', apiType: 'MOOGOLDMLBB' },
    { name: '86 Diamonds', id: '1001' },
  )
  hok = await insertProductWithItem(
    { name: 'Honor of Kings', type: 'HOK', apiType: 'MOOGOLDHOK' },
    { name: '80', id: '5177312' },
  )
})
afterAll(() => service.stop())
beforeEach(async () => {
  await service.simulators.reset('faults')
  await SupplierProductModel.deleteMany({})
  await AlertModel.deleteMany({})
  user = await insertCustomer()
  asha = await service.as(user)
  await giveMoney(user, 34_500)
})

const bodyFor = (input1: string, listing: Listing, input2 = '2001') =>
  orderBody(user, listing, { input1, input2, paymentmode: 'wallet' })
const order = (input1: string, listing = shop.diamonds, input2 = '2001') =>
  buy(asha, bodyFor(input1, listing, input2))
const unitsOf = async (orderid: string) => (await OrderModel.findById(orderid))!.units
const alerts = async () => (await service.as(await insertAdmin())).call(supplyAlerts)

/** Both payment methods refuse the order, nothing is written and no money moves. */
async function notSold(input1: string, listing = shop.diamonds) {
  const body = bodyFor(input1, listing)
  const before = [await OrderModel.countDocuments(), await balanceOf(asha, user)]
  const key = () => ({ idempotencyKey: randomUUID() })
  const refusal = await refusalOf(asha.call(createWalletOrder, { body, ...key() }))
  const upi = await refusalOf(asha.call(createOrder, { body: { ...body, paymentmode: 'upi' }, ...key() }))
  expect([upi.status, upi.code]).toEqual([refusal.status, refusal.code])
  expect([await OrderModel.countDocuments(), await balanceOf(asha, user)]).toEqual(before)
  return refusal
}

describe('the cost of a unit', () => {
  it('is stored on each unit of an order: its coins times the player’s factor, exactly', async () => {
    await knowCosts()
    await syncPriceLists(service.deps)
    await service.simulators.control('smileone', { changePrice: 1.02, packPrices: { 213: 1.0043 } })
    const id = await order('790000001', shop.bundle)
    expect((await unitsOf(id)).map((unit) => unit.cost)).toEqual(['9.384', '18.37869', '9.384'])
    await ends(asha, id, 'Completed')
  })

  it('is undefined where the list was never read', async () => {
    expect((await unitsOf(await order('790000002')))[0]).toMatchObject({ cost: '', fields: [] })
  })
})

describe('a price above the list', () => {
  it('stops the sale before money is taken, and shows admins the lost margin', async () => {
    expect(await notSold('10000011')).toMatchObject({ status: 409, code: 'price_changed_at_supplier' })
    expect(await alerts()).toMatchObject([
      { kind: 'price_changed', account: 'SMILEBR', supplierItemId: '13', marginLost: 55, count: 2 },
    ])
    expect(soldTo(service, 'smileone', '10000011')).toEqual([])
  })

  it('stays among the alerts, however many delayed reports there are', async () => {
    await notSold('10000011')
    const at = service.clock.now()
    const late = Array.from({ length: 110 }, (_, n) => ({
      _id: `ticket_over::JP${n}`,
      kind: 'ticket_over' as const,
      account: '',
      supplierItemId: `JP${n}`,
      count: 1,
      firstAt: at,
      lastAt: at,
    }))
    await AlertModel.insertMany(late)
    const kinds = (await alerts()).map(({ kind }) => kind)
    expect(kinds.filter((kind) => kind === 'price_changed')).toHaveLength(1)
    expect(kinds.filter((kind) => kind === 'ticket_over')).toHaveLength(100)
  })

  it('stops at the limit and not below it', async () => {
    await service.simulators.control('smileone', { changePrice: 1.05 })
    await ends(asha, await order('790000003'), 'Completed')
    await giveMoney(user, 34_500)
    await service.simulators.control('smileone', { changePrice: 1.051 })
    expect(await notSold('790000004')).toMatchObject({ code: 'price_changed_at_supplier' })
  })

  it('is set for a single supplier product, which overrides the general factor in both directions', async () => {
    await service.simulators.control('smileone', { changePrice: 2, packPrices: { 13: 1 } })
    await ends(asha, await order('790000005'), 'Completed')
    await giveMoney(user, 34_500)
    await service.simulators.control('smileone', { changePrice: 1, packPrices: { 213: 1.3 } })
    expect(await notSold('790000006', shop.bundle)).toMatchObject({ code: 'price_changed_at_supplier' })
    expect(await alerts()).toMatchObject([{ supplierItemId: '213', marginLost: 30 }])
  })
})

describe('the account’s fields', () => {
  it('are read from the supplier’s product: a renamed field is used', async () => {
    await service.simulators.control('moogold', { fields: { 15145: ['User ID', 'Server'] } })
    await syncPriceLists(service.deps)
    const id = await order('791000001', mlbb)
    expect((await unitsOf(id))[0]).toMatchObject({ fields: ['User ID', 'Server'], cost: '1.24' })
    await ends(asha, id, 'Completed')
    expect(soldTo(service, 'moogold', '791000001')).toMatchObject([
      { account: { 'User ID': '791000001', Server: '2001' } },
    ])
  })

  it('stop the sale, not the delivery, when our two inputs cannot fill them', async () => {
    await syncPriceLists(service.deps)
    await service.simulators.control('moogold', {
      statuses: ['processing', 'processing', 'processing', 'completed'],
    })
    const id = await order('791000002', hok, 'Asha')
    await until(
      () => unitsOf(id),
      ([unit]) => unit?.supplierOrderId !== '',
    )
    await service.simulators.control('moogold', { fields: { 5177311: ['Player ID', 'Server'] } })
    await syncPriceLists(service.deps)
    await ends(asha, id, 'Completed')
    await giveMoney(user, 34_500)
    expect(await notSold('791000003', hok)).toMatchObject({ status: 409, code: 'supplier_fields_changed' })
    expect(await alerts()).toMatchObject([
      { kind: 'fields_changed', account: 'MOOGOLD', detail: 'asks for Player ID, Server', count: 2 },
    ])
  })
})

describe('a product whose ids cannot be checked', () => {
  it.each(['no_route', 'not_available', 'kindly_contact'])('is not sold (%s)', async (validate) => {
    await service.simulators.control('moogold', { validate })
    expect(await notSold('792000001', mlbb)).toMatchObject({ code: 'player_not_verified' })
  })
})
