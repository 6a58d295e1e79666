import type { IUser } from '@jhatpat/shared/domain/accounts/index.ts'
import { transitionOrder } from '@jhatpat/shared/domain/orders/change/transition-order.ts'
import { type OrderDoc, OrderModel } from '@jhatpat/shared/domain/orders/index.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buy, giveMoney, orderBody } from '../../support/buying.ts'
import { insertCustomer } from '../../support/people.ts'
import type { Person } from '../../support/person.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { insertShop, type Shop } from '../../support/shop.ts'

let service: Service
let shop: Shop
let user: IUser
let person: Person
beforeAll(async () => {
  service = await startService()
  shop = await insertShop()
  user = await insertCustomer()
  person = await service.as(user)
  await giveMoney(user, 1_000_000)
})
afterAll(() => service.stop())

const at = new Date('2026-01-31T10:00:00Z')
const soon = new Date(at.getTime() + 5_000)

async function placed(listing: keyof Shop, paymentmode: 'upi' | 'wallet'): Promise<OrderDoc> {
  const orderid = await buy(person, orderBody(user, shop[listing], { paymentmode }))
  return (await OrderModel.findById(orderid).lean<OrderDoc | null>())!
}

it.each([
  { listing: 'diamonds', fulfil: { at, seq: 1 } },
  { listing: 'manual', fulfil: { at: null, seq: 0 } },
] as const)(
  'schedules the purchase of a paid order of $listing where a supplier delivers, and a notification soon',
  async (one) => {
    const order = await placed(one.listing, 'upi')
    const after = await transitionOrder(order, { to: 'Processing', by: 'system', actor: 'payments', at })
    expect(after?.due).toMatchObject({ fulfil: one.fulfil, notify: { at: soon, seq: 1 } })
    expect(after?.due.payment).toEqual(order.due.payment)
  },
)

it.each(['Completed', 'Refunded', 'Cancelled'] as const)(
  'schedules no purchase for an order that is %s, but a notification to its customer',
  async (to) => {
    const order = await placed('crystals', 'wallet')
    expect(order.due.fulfil).toMatchObject({ at: order.createdAt, seq: 1 })
    const after = await transitionOrder(order, { to, by: 'admin', actor: 'meera', at })
    expect(after?.due.fulfil).toEqual({ at: null, seq: 2 })
    expect(after?.due.notify).toEqual({ at, seq: 2 })
  },
)
