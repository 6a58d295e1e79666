import { migrations } from '@jhatpat/shared/domain/migrations.ts'
import { OrderModel, orderStats } from '@jhatpat/shared/domain/orders/index.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Service, startService } from '../../support/service-harness.ts'

let service: Service

beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

it('the shop’s figures are counted from an index, without reading an order', async () => {
  const order = (status: string, pricePaise: number, index: number) => ({
    _id: `JP${index}`,
    ...{ status, pricePaise, due: {} },
  })
  const orders = [order('Completed', 34_550, 1), order('Completed', 100, 2), order('Failed', 100, 3)]
  await OrderModel.collection.insertMany(orders as never)
  const db = OrderModel.db.db!
  await db.command({ profile: 0 })
  await db.command({ profile: 2, filter: { 'command.aggregate': 'orders' } })
  expect(await orderStats(service.deps)).toEqual({
    ...{ total_order: 3, completed: 2, refunded: 0, processing: 0, total_sale: 346.5 },
  })
  const [asked] = await db.collection('system.profile').find({ 'command.aggregate': 'orders' }).toArray()
  expect(asked).toMatchObject({ docsExamined: 0, keysExamined: expect.any(Number) })
  expect(asked?.planSummary).toContain('pricePaise')
})

it('a database from before gets that index in place of the board’s own', async () => {
  await OrderModel.collection.dropIndex('board_and_statistics')
  await OrderModel.collection.createIndex({ status: 1, processingAt: 1 }, { name: 'board' })
  const step = migrations.find(({ id }) => id === '0004-board-and-statistics')
  await step?.run()
  await step?.run()
  const names = Object.keys(await OrderModel.collection.indexInformation())
  expect(names).toContain('board_and_statistics')
  expect(names).not.toContain('board')
})
