import { orderStatus } from '@jhatpat/shared/contracts/orders.ts'
import type { IUser } from '@jhatpat/shared/domain/accounts/index.ts'
import { OrderModel } from '@jhatpat/shared/domain/orders/index.ts'
import { verifyBalances, WalletTransactionModel } from '@jhatpat/shared/domain/wallet/index.ts'
import { istDay } from '@jhatpat/shared/platform/clock.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { balanceOf, buy, orderBody, pay, soldTo, startTopUp, until } from '../../support/buying.ts'
import { insertCustomer } from '../../support/people.ts'
import type { Person } from '../../support/person.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { insertShop, type Shop } from '../../support/shop.ts'

let service: Service
let shop: Shop
let user: IUser
let tabs: [Person, Person]

beforeAll(async () => {
  service = await startService({
    workers: true,
    env: { PAYMENT_POLL_MS: '50', PAYMENT_WINDOW_MS: '60000', MAX_UNPAID: '100' },
  })
  await service.startAnotherApi()
  await service.startAnotherWorkers()
  shop = await insertShop()
})
afterAll(() => service.stop())
beforeEach(async () => {
  await service.simulators.reset('faults')
  user = await insertCustomer()
  tabs = [await service.as(user), await service.as(user, 1)]
})
afterEach(async () => expect((await verifyBalances()).faults).toEqual([]))

const check = (person: Person, id: string) =>
  person.call(orderStatus, { body: { client_txn_id: id, date: istDay(new Date()), key: 'storefront' } })

const find = async (orderid: string) => (await OrderModel.findById(orderid))!

/** Browsers and callbacks at both apis, at once; the workers poll meanwhile. */
function concurrentCalls(id: string): Promise<unknown>[] {
  return tabs.flatMap((person) =>
    Array.from({ length: 5 }, () => [
      check(person, id),
      person.request('/api/webhooks/upigateway', {
        method: 'POST',
        body: JSON.stringify({ client_txn_id: id }),
      }),
    ]).flat(),
  )
}

describe('concurrent payment, callback, poll, browser and expiry', () => {
  it.each([0, 1, 2, 3])('post the money once and end the order in one way (round %i)', async (round) => {
    const player = `85000000${round}`
    const id = await buy(tabs[0], orderBody(user, shop.diamonds, { input1: player }))
    service.clock.advance(59_990 - round * 20)
    await Promise.all([pay(service, id), ...concurrentCalls(id)])
    const order = await until(
      () => find(id),
      ({ status }) => status === 'Completed' || status === 'Refunded',
    )
    expect(order.payment?.captures).toHaveLength(1)
    const bought = order.status === 'Completed'
    expect(order.history.map((row) => row.to)).toEqual(
      bought ? ['Created', 'Processing', 'Completed'] : ['Created', 'Failed', 'Refunded'],
    )
    expect(soldTo(service, 'smileone', player)).toHaveLength(bought ? 1 : 0)
    expect(await balanceOf(tabs[0], user)).toBe(bought ? 0 : 345)
  })

  it('spend one of two payments on the order and credit the other', async () => {
    const id = await buy(tabs[0], orderBody(user, shop.diamonds, { input1: '850000009' }))
    await Promise.all([pay(service, id), pay(service, id), ...concurrentCalls(id)])
    await until(
      async () => (await find(id)).payment?.captures.map((capture) => capture.allocatedTo).sort(),
      (used) => used?.join() === 'purchase,wallet',
    )
    expect(await balanceOf(tabs[1], user)).toBe(345)
  })

  it('credit top-ups of one wallet, many at a time, to the paisa', async () => {
    const ids = await Promise.all(
      Array.from({ length: 20 }, (_, index) => startTopUp(tabs[index % 2 ? 1 : 0], user, 100.01 + index)),
    )
    await Promise.all(ids.map((id) => pay(service, id)))
    await until(
      () => WalletTransactionModel.countDocuments({ _id: { $in: ids }, status: 'Success' }),
      (done) => done === 20,
    )
    expect(await balanceOf(tabs[0], user)).toBe(2190.2)
  })
})
