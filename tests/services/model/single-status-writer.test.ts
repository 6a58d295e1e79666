import { nextStepsFor, type OrderStatus } from '@jhatpat/shared/contracts/order-status.ts'
import type { IUser } from '@jhatpat/shared/domain/accounts/index.ts'
import { type Transition, transitionOrder } from '@jhatpat/shared/domain/orders/change/transition-order.ts'
import { type OrderDoc, OrderModel } from '@jhatpat/shared/domain/orders/index.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
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
  await giveMoney(user, 10_000_000)
})
afterAll(() => service.stop())

/** A real order, brought to this status by allowed transitions. */
async function orderInStatus(status: OrderStatus): Promise<OrderDoc> {
  const paymentmode = status === 'Created' || status === 'Failed' ? 'upi' : 'wallet'
  const orderid = await buy(person, orderBody(user, shop.manual, { paymentmode }))
  const order = (await OrderModel.findById(orderid).lean<OrderDoc | null>())!
  return order.status === status ? order : (await transitionOrder(order, by('system', status)))!
}

const by = (source: Transition['by'], to: OrderStatus): Transition => ({
  by: source,
  to,
  actor: source,
  at: new Date(),
})

const transitionPairs = (['Created', 'Processing', 'Completed', 'Failed'] as const).flatMap((from) => {
  const transitions = (['system', 'admin'] as const).flatMap((source) =>
    nextStepsFor(from, source)
      // The system cancels redeliveries only, which have no payment.
      .filter((to) => source === 'admin' || to !== 'Cancelled')
      .map((to) => by(source, to)),
  )
  return transitions.flatMap((first) =>
    transitions.map((second) => ({ from, first, second, name: `${first.to} and ${second.to}` })),
  )
})

describe('two writers that read the same order', () => {
  it.each(transitionPairs)(
    '$from: only the first transition of $name succeeds',
    async ({ from, first, second }) => {
      const order = await orderInStatus(from)
      const after = await transitionOrder(order, first)
      expect(after).toMatchObject({ status: first.to, version: order.version + 1 })
      expect(await transitionOrder(order, second)).toBeUndefined()
      expect(await OrderModel.findById(order._id).lean()).toEqual(after)
    },
  )

  it('and write at once: one of twenty adds a history entry', async () => {
    const order = await orderInStatus('Processing')
    const transitions = Array.from({ length: 20 }, (_, index) =>
      transitionOrder(order, by('admin', (['Completed', 'Refunded', 'Cancelled'] as const)[index % 3]!)),
    )
    const won = (await Promise.all(transitions)).filter((one) => one !== undefined)
    expect(won).toHaveLength(1)
    expect(won[0]?.history.map((row) => row.version)).toEqual([1, 2])
  })
})
