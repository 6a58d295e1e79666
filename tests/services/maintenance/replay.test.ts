import { OrderModel, replayedDaily, replayOrders } from '@jhatpat/shared/domain/orders/index.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { verifyLedgerHandler } from '../../../workers/src/maintenance/verify-ledger.ts'
import { buy, ends, giveMoney, orderBody } from '../../support/buying.ts'
import { insertCustomer } from '../../support/people.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { insertShop } from '../../support/shop.ts'

let service: Service

beforeAll(async () => {
  service = await startService({ workers: true })
})
afterAll(() => service.stop())

/** An order that its supplier has delivered. */
async function delivered(): Promise<string> {
  const shop = await insertShop()
  const user = await insertCustomer()
  const asha = await service.as(user)
  await giveMoney(user, 100_000)
  const body = orderBody(user, shop.diamonds, { input1: '730000011', input2: '1234', paymentmode: 'wallet' })
  const orderid = await buy(asha, body)
  await ends(asha, orderid, 'Completed')
  return orderid
}

it('the nightly check raises an alert for an ended order that differs from its history', async () => {
  const orderid = await delivered()
  const before = await OrderModel.findById(orderid).lean()
  expect(before?.changes).toMatchObject([
    { units: [{ index: 0, state: 'sending', attempt: 1 }] },
    { units: [{ index: 0, state: 'delivered' }] },
  ])
  await verifyLedgerHandler.handle(service.deps, {})
  // Past `changeOrder`: a manual write, or a worse answer written over a better one.
  const worse = { 'units.0.state': 'unknown', 'units.0.supplierOrderId': '' }
  await OrderModel.collection.updateOne({ _id: orderid as never }, { $set: worse })
  await expect(verifyLedgerHandler.handle(service.deps, {})).rejects.toThrow('the ledger has 3 differences')
  const { orders, faults } = await replayOrders({ since: replayedDaily(service.clock.now()), most: 10 })
  expect(orders).toBe(1)
  expect(faults.map(({ orderid, field }) => [orderid, field])).toEqual([
    [orderid, 'units.0.state'],
    [orderid, 'units.0.supplierOrderId'],
  ])
  await OrderModel.collection.updateOne({ _id: orderid as never }, { $set: { units: before?.units } })
  await verifyLedgerHandler.handle(service.deps, {})
})

it('an order of a version without recorded changes is folded from its transitions only', async () => {
  const [order] = await OrderModel.find().lean()
  await OrderModel.collection.updateOne({ _id: order?._id as never }, { $set: { changes: null } })
  expect(await replayOrders({ most: 10 })).toEqual({ orders: 1, faults: [] })
  await OrderModel.collection.updateOne({ _id: order?._id as never }, { $set: { completedAt: null } })
  expect((await replayOrders({ most: 10 })).faults).toMatchObject([{ field: 'completedAt' }])
  await OrderModel.collection.updateOne(
    { _id: order?._id as never },
    { $set: { completedAt: order?.completedAt } },
  )
})
