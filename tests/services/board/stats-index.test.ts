import {
  OrderCountersModel,
  OrderModel,
  orderStats,
  recountOrders,
} from '@jhatpat/shared/domain/orders/index.ts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type Service, startService } from '../../support/service-harness.ts'

let service: Service

beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())
beforeEach(async () => {
  await OrderModel.deleteMany({})
  await OrderCountersModel.deleteMany({})
})

type End = { endedAgo?: number; was?: { status: string; ago: number } }
let made = 0

/** An order that ended so many minutes ago, perhaps for the second time. */
function anOrder(status: string, pricePaise: number, { endedAgo, was }: End = {}) {
  const at = (ago: number) => new Date(service.clock.now().getTime() - ago * 60_000)
  made += 1
  return {
    ...{ _id: `JP${made}`, status, pricePaise, due: {}, processingAt: at(endedAgo ?? 1) },
    ended:
      endedAgo === undefined
        ? null
        : { at: at(endedAgo), by: 'x', previous: was ? { status: was.status, at: at(was.ago) } : null },
  }
}

const insert = (orders: object[]) => OrderModel.collection.insertMany(orders as never)

/** Of all that is stored, one by one: what the figures must say. */
async function counted() {
  const orders = await OrderModel.find().lean()
  const of = (status: string) => orders.filter((one) => one.status === status)
  const sale = of('Completed').reduce((sum, { pricePaise }) => sum + pricePaise, 0) / 100
  return {
    ...{ total_order: orders.length, completed: of('Completed').length, refunded: of('Refunded').length },
    ...{ processing: of('Processing').length, total_sale: sale },
  }
}

it('ADASH-01 the shop’s figures are those of now, whatever has ended, or ended again, since all was counted', async () => {
  await insert([
    ...[anOrder('Completed', 34_550, { endedAgo: 600 }), anOrder('Completed', 100, { endedAgo: 1 })],
    ...[anOrder('Failed', 100, { endedAgo: 700 }), anOrder('Created', 7_000), anOrder('Processing', 5_000)],
    anOrder('Refunded', 900, { endedAgo: 2, was: { status: 'Completed', ago: 600 } }),
    anOrder('Refunded', 800, { endedAgo: 500, was: { status: 'Failed', ago: 800 } }),
  ])
  expect(await orderStats()).toEqual(await counted())
  await recountOrders(service.deps)
  expect(await orderStats()).toEqual(await counted())
  const first = await OrderModel.findOne({ pricePaise: 34_550 }).lean()
  const later = [anOrder('Completed', 55, { endedAgo: 0 }), anOrder('Cancelled', 66, { endedAgo: 0 })]
  await insert(later)
  await OrderModel.collection.updateOne({ _id: first?._id as never }, {
    $set: {
      status: 'Refunded',
      'ended.previous': { status: 'Completed', at: new Date(service.clock.now().getTime() - 600 * 60_000) },
      'ended.at': service.clock.now(),
    },
  } as never)
  expect(await orderStats()).toEqual(await counted())
  await recountOrders(service.deps)
  expect(await orderStats()).toEqual(await counted())
})

it('reads no order for the figures, and of the index only what ended since all was counted', async () => {
  const old = Array.from({ length: 2_000 }, () => anOrder('Completed', 100, { endedAgo: 600 }))
  await insert([...old, ...Array.from({ length: 20 }, () => anOrder('Completed', 100, { endedAgo: 1 }))])
  await recountOrders(service.deps)
  const db = OrderModel.db.db!
  await db.command({ profile: 0 })
  await db.command({ profile: 2, filter: { 'command.aggregate': 'orders' } })
  const from = new Date()
  expect(await orderStats()).toMatchObject({ total_order: 2_020, total_sale: 2_020 })
  const asked = await db
    .collection('system.profile')
    .find({ 'command.aggregate': 'orders', ts: { $gte: from } })
    .toArray()
  expect(asked).toHaveLength(3)
  const sum = (field: string) => asked.reduce((all, one) => all + Number(one[field]), 0)
  expect(sum('docsExamined')).toBe(0)
  expect(sum('keysExamined')).toBeLessThan(30)
})
