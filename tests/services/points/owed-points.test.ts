import * as admin from '@jhatpat/shared/contracts/admin.ts'
import type { IUser } from '@jhatpat/shared/domain/accounts/index.ts'
import { verifyLedger } from '@jhatpat/shared/domain/maintenance/index.ts'
import { changeOrder } from '@jhatpat/shared/domain/orders/change/change-order.ts'
import { postEarnedPoints } from '@jhatpat/shared/domain/orders/change/transition-points.ts'
import { notifyOrder, type OrderDoc, OrderModel } from '@jhatpat/shared/domain/orders/index.ts'
import { PointsEntryModel } from '@jhatpat/shared/domain/points/index.ts'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { buy, giveMoney, orderBody } from '../../support/buying.ts'
import { insertAdmin, insertCustomer } from '../../support/people.ts'
import type { Person } from '../../support/person.ts'
import { pointsOf, redeem } from '../../support/points.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { insertShop, type Shop } from '../../support/shop.ts'

/* Points of a completion by a supplier: the completion owes them, its notification task posts them. */

let service: Service
let shop: Shop
let meera: Person
let user: IUser
let asha: Person

beforeAll(async () => {
  service = await startService()
  shop = await insertShop()
  meera = await service.as(await insertAdmin())
})
afterAll(() => service.stop())
beforeEach(async () => {
  user = await insertCustomer()
  asha = await service.as(user)
  await giveMoney(user, 1_000_000)
})
afterEach(async () => expect((await verifyLedger()).faults).toEqual([]))

const read = async (id: string) => (await OrderModel.findById(id).lean<OrderDoc>())!

/** An order that a supplier has completed, as read right after: it owes 3.45 points. */
async function completed(): Promise<OrderDoc> {
  const id = await buy(asha, orderBody(user, shop.manual, { paymentmode: 'wallet' }))
  const at = service.clock.now()
  const after = await changeOrder(service.deps, await read(id), {
    to: 'Completed',
    by: 'system',
    actor: 'supplier',
    at,
  })
  expect(after?.points).toMatchObject({ earned: 345, isOwed: true })
  return after!
}

const notify = (order: OrderDoc) => notifyOrder(service.deps, order, order.due.notify.seq)
const refund = ({ _id: id, version }: OrderDoc) =>
  meera.call(admin.transitionOrder, { params: { id }, body: { to: 'Refunded', version } })
const entriesOf = async ({ _id: ref }: OrderDoc) =>
  (await PointsEntryModel.find({ ref }).sort({ kind: 1 }).lean()).map(({ kind }) => kind)

it('are posted once, however often and from how many places at once', async () => {
  const order = await completed()
  expect(await pointsOf(asha, user)).toBe(0)
  expect((await verifyLedger()).faults).toEqual([])
  await Promise.all(Array.from({ length: 6 }, () => notify(order)))
  expect(await pointsOf(asha, user)).toBe(3.45)
  expect(await entriesOf(order)).toEqual(['earned'])
  expect((await read(order._id)).points).toMatchObject({ earned: 345, isOwed: false })
})

it('are posted once when the process ends between their posting and its record', async () => {
  const order = await completed()
  await postEarnedPoints(order)
  expect(await pointsOf(asha, user)).toBe(3.45)
  expect((await verifyLedger()).faults).toEqual([])
  await notify(order)
  expect(await pointsOf(asha, user)).toBe(3.45)
  expect(await entriesOf(order)).toEqual(['earned'])
})

it('of many orders of one customer are all posted while the customer redeems', async () => {
  const orders = await Promise.all(Array.from({ length: 12 }, completed))
  await postEarnedPoints(orders[0]!)
  await Promise.all([...orders.map(notify), redeem(asha, user, { points: 2 })])
  expect(await pointsOf(asha, user)).toBe(39.4)
  for (const order of orders) expect(await entriesOf(order)).toEqual(['earned'])
})

it('are posted and revoked by a refund that comes before their notification', async () => {
  const order = await completed()
  await refund(order)
  expect(await entriesOf(order)).toEqual(['earned', 'revoked'])
  await notify(order)
  expect(await entriesOf(order)).toEqual(['earned', 'revoked'])
  expect(await pointsOf(asha, user)).toBe(0)
  expect((await read(order._id)).points).not.toHaveProperty('isOwed')
})

it('are posted once and revoked once when a refund races their notification', async () => {
  for (let round = 0; round < 8; round += 1) {
    const order = await completed()
    await Promise.all([refund(order), notify(order), notify(order)])
    expect(await entriesOf(order)).toEqual(['earned', 'revoked'])
    expect(await pointsOf(asha, user)).toBe(0)
  }
})

it('that no task will post are found by the verification', async () => {
  const { _id: orderid } = await completed()
  await OrderModel.updateOne({ _id: orderid }, { $set: { 'due.notify.at': null } })
  expect((await verifyLedger()).faults).toContainEqual({ kind: 'order_contradicts_itself', orderid })
  await OrderModel.updateOne({ _id: orderid }, { $set: { 'due.notify.at': new Date() } })
})
