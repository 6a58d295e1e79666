import { transitionOrder } from '@jhatpat/shared/contracts/admin.ts'
import { nextStepsFor, type OrderStatus, orderStatuses } from '@jhatpat/shared/contracts/order-status.ts'
import type { IUser } from '@jhatpat/shared/domain/accounts/index.ts'
import { OrderModel } from '@jhatpat/shared/domain/orders/index.ts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { balanceOf, buy, ends, giveMoney, look, orderBody, pay, until } from '../../support/buying.ts'
import { insertAdmin, insertCustomer } from '../../support/people.ts'
import type { Person } from '../../support/person.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { insertShop, type Shop } from '../../support/shop.ts'

let service: Service
let shop: Shop
let user: IUser
let asha: Person
let meera: Person

beforeAll(async () => {
  service = await startService({ workers: true, env: { SUPPLIER_TIMEOUT_MS: '1000' } })
  shop = await insertShop()
})
afterAll(() => service.stop())
beforeEach(async () => {
  await service.simulators.reset('faults')
  user = await insertCustomer()
  asha = await service.as(user)
  meera = await service.as(await insertAdmin())
})

const upi = (command: Record<string, unknown>) => service.simulators.control('upigateway', command)
const order = (input1 = 'neha@mail.test', listing = shop.manual) =>
  buy(asha, orderBody(user, listing, { input1 }))

async function decide(id: string, to: 'Completed' | 'Refunded' | 'Cancelled'): Promise<void> {
  const { version } = await look(asha, id)
  await meera.call(transitionOrder, { params: { id }, body: { to, version } })
}

/** Ways to bring an order into each status. */
const orderFactories: Record<OrderStatus, () => Promise<string>> = {
  Created: () => order(),
  Processing: async () => {
    const id = await order()
    await pay(service, id)
    return id
  },
  Completed: async () => {
    const id = await order('840000001', shop.diamonds)
    await pay(service, id)
    return id
  },
  Refunded: async () => {
    const id = await order('10000004', shop.diamonds)
    await pay(service, id)
    return id
  },
  Cancelled: async () => {
    const id = await orderFactories.Processing()
    await ends(asha, id, 'Processing')
    await decide(id, 'Cancelled')
    return id
  },
  Failed: async () => {
    const id = await order()
    await upi({ fail: { client_txn_id: id } })
    return id
  },
}

it.each(orderStatuses)('STATE-01 an order can be %s', async (status) => {
  const id = await orderFactories[status]()
  expect((await ends(asha, id, status)).status).toBe(status)
})

/** Where an order ends, and what the wallet contains, when another ₹345 arrive for it. */
const withMoreMoney: [OrderStatus, OrderStatus, number][] = [
  ['Created', 'Processing', 0],
  ['Processing', 'Processing', 345],
  ['Completed', 'Completed', 345],
  ['Refunded', 'Refunded', 690],
  ['Cancelled', 'Cancelled', 345],
  ['Failed', 'Refunded', 345],
]

it.each(withMoreMoney)(
  'a payment for an order that is %s leaves it %s and ₹%i in the wallet',
  async (from, to, balance) => {
    const id = await orderFactories[from]()
    await ends(asha, id, from)
    const captureCount = (await OrderModel.findById(id))!.payment!.captures.length
    await pay(service, id)
    await until(
      async () => (await OrderModel.findById(id))!.payment!.captures.length,
      (captures) => captures === captureCount + 1,
    )
    expect((await look(asha, id)).status).toBe(to)
    expect(await balanceOf(asha, user)).toBe(balance)
  },
)

it('an admin can make every transition that the board offers, from each status', async () => {
  for (const from of orderStatuses) {
    for (const to of nextStepsFor(from, 'admin')) {
      await giveMoney(user, 34_500)
      const id = await buy(asha, orderBody(user, shop.manual, { paymentmode: 'wallet' }))
      if (from === 'Completed') await decide(id, 'Completed')
      await decide(id, to as 'Completed')
      expect((await look(asha, id)).status).toBe(to)
    }
  }
})
