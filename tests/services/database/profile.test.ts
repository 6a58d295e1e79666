import { listBoard, OrderModel } from '@jhatpat/shared/domain/orders/index.ts'
import { verifyBalances } from '@jhatpat/shared/domain/wallet/index.ts'
import { beforeAll, expect, it } from 'vitest'
import { buy, giveMoney, orderBody } from '../../support/buying.ts'
import { profiledWrites, unservedQueries } from '../../support/mongo-profile.ts'
import { insertCustomer } from '../../support/people.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { insertShop } from '../../support/shop.ts'
import { unfitOrders } from '../../support/unfit-orders.ts'

let service: Service

beforeAll(async () => {
  service = await startService()
  const shop = await insertShop()
  const user = await insertCustomer()
  await giveMoney(user, 34_500)
  await buy(await service.as(user), orderBody(user, shop.diamonds, { paymentmode: 'wallet' }))
})

it('records the product’s writes with their caller, and not those of tests', async () => {
  await OrderModel.updateMany({ status: 'Processing' }, { $set: { reason: '' } })
  const writes = (await profiledWrites()).filter(({ collection }) => collection === 'wallets')
  expect(writes.length).toBeGreaterThan(0)
  for (const { caller, filter } of writes) {
    expect(caller).toMatch(/^shared\/domain\/wallet\/post-entries\.ts:\d+$/)
    expect(filter).toHaveProperty('_id')
  }
  const callers = (await profiledWrites()).map(({ caller }) => caller)
  expect(callers.filter((caller) => caller.startsWith('tests/'))).toEqual([])
})

it('accepts indexed reads, tests’ reads, and collections that are meant to be read whole', async () => {
  await listBoard(new Date())
  await OrderModel.find({ input1: 'x' }).sort({ input2: 1 })
  await verifyBalances()
  expect(await unservedQueries()).toEqual([])
})

it('finds values that the order schema does not have', async () => {
  expect(await unfitOrders()).toEqual([])
  const of = { _id: (await OrderModel.findOne().lean())?._id as never }
  const stored = OrderModel.collection
  await stored.updateOne(of, { $set: { status: 'Payed' } })
  expect(await unfitOrders()).toEqual([expect.stringContaining('`Payed` is not a valid enum value')])
  await stored.updateOne(of, { $set: { status: 'Processing', 'due.extra': null } })
  expect(await unfitOrders()).toEqual([expect.stringContaining('extra')])
  await stored.updateOne(of, { $unset: { 'due.extra': 1 } })
})

it('reports the function that scanned a collection or sorted in memory at the end of a test file', async () => {
  await OrderModel.find({ playerName: 'x' }).comment('shared/domain/orders/of-a-player.ts:7')
  await OrderModel.find({ status: 'Processing' }).sort({ revision: 1 }).comment('api/src/board.ts:3')
  await OrderModel.collection.updateOne({ playerName: 'x' }, { $set: { reason: '' } })
  const reports = await unservedQueries()
  expect(reports).toHaveLength(3)
  expect(reports[0]).toContain('shared/domain/orders/of-a-player.ts:7 reads orders by COLLSCAN')
  expect(reports[1]).toMatch(/^api\/src\/board\.ts:3 reads orders by IXSCAN .*, sort in memory/)
  expect(reports[2]).toContain('somebody reads orders by COLLSCAN: {"filter":{"playerName":"x"}}')
  await expect(service.stop()).rejects.toThrow('no index serves these queries')
})
