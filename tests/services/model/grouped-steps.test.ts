import type { IUser } from '@jhatpat/shared/domain/accounts/index.ts'
import { verifyLedger } from '@jhatpat/shared/domain/maintenance/index.ts'
import type { OrderChange } from '@jhatpat/shared/domain/orders/change/change-order.ts'
import { changeOrder, rescheduleTask } from '@jhatpat/shared/domain/orders/change/change-order.ts'
import { type OrderDoc, OrderModel } from '@jhatpat/shared/domain/orders/index.ts'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { buy, giveMoney, orderBody } from '../../support/buying.ts'
import { insertCustomer } from '../../support/people.ts'
import type { Person } from '../../support/person.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { insertShop, type Shop } from '../../support/shop.ts'
import { unfitOrders } from '../../support/unfit-orders.ts'

let service: Service
let shop: Shop
let user: IUser
let person: Person
beforeAll(async () => {
  service = await startService({
    env: { LIMIT_ORDERS: '100000', LIMIT_PER_CALLER: '100000', LIMIT_PER_ADDRESS: '100000' },
  })
  shop = await insertShop()
  user = await insertCustomer()
  person = await service.as(user)
  await giveMoney(user, 100_000_000)
})
afterAll(() => service.stop())
afterEach(async () => {
  vi.restoreAllMocks()
  expect(await unfitOrders()).toEqual([])
})

const at = new Date('2026-01-31T10:00:00Z')

/** Order changes by the system, based on earlier reads; some reads are outdated when the change is made. */
const steps: Record<string, (order: OrderDoc) => OrderChange> = {
  complete: () => ({ to: 'Completed', by: 'system', actor: 'supplier', at, reason: 'as the supplier says' }),
  wait: () => ({ guard: { status: 'Processing' }, set: { 'due.fulfil.at': at }, actor: 'supplier' }),
  again: ({ due }) => ({
    guard: { status: 'Processing', 'due.fulfil.seq': due.fulfil.seq },
    due: { fulfil: at },
    inc: { 'due.sweepCount': 1 },
  }),
  tooLate: () => ({ guard: { status: 'Failed' }, set: { 'due.fulfil.at': null } }),
}

async function freshOrders(count: number): Promise<OrderDoc[]> {
  const ids: string[] = []
  for (let index = 0; index < count; index += 1) {
    ids.push(await buy(person, orderBody(user, shop.manual, { paymentmode: 'wallet' })))
  }
  const found = await OrderModel.find({ _id: { $in: ids } }).lean<OrderDoc[]>()
  return ids.map((id) => found.find(({ _id }) => _id === id)!)
}

/** What must be equal for two orders with the same changes. */
const comparableFields = ({ status, version, revision, history, points, ended, due }: OrderDoc) => ({
  status,
  version,
  revision,
  points,
  endedBy: ended?.by,
  // The time of the notification depends on when the order was placed.
  due: { ...due, notify: due.notify.seq },
  history: history.slice(1),
})

it('ends changes of many orders together as one by one, whichever orders changed since', {
  timeout: 120_000,
}, async () => {
  const args = fc.record({ step: fc.constantFrom(...Object.keys(steps)), isOver: fc.boolean() })
  const runs = fc.asyncProperty(fc.array(args, { minLength: 2, maxLength: 8 }), async (mix) => {
    const [batchedOrders, singleOrders] = [await freshOrders(mix.length), await freshOrders(mix.length)]
    for (const [index, { isOver }] of mix.entries()) {
      for (const { [index]: order } of isOver ? [batchedOrders, singleOrders] : [])
        await take(order!, 'complete')
    }
    const batchedResults = await Promise.all(mix.map(({ step }, index) => take(batchedOrders[index]!, step)))
    const singleResults: boolean[] = []
    for (const [index, { step }] of mix.entries()) singleResults.push(await take(singleOrders[index]!, step))
    expect(batchedResults).toEqual(singleResults)
    expect((await reread(batchedOrders)).map(comparableFields)).toEqual(
      (await reread(singleOrders)).map(comparableFields),
    )
  })
  await fc.assert(runs, { numRuns: 10 })
  expect((await verifyLedger()).faults).toEqual([])
})

/**
 * @returns whether the order still matched what the change expects; its published state is the stored state
 */
async function take(order: OrderDoc, step: string): Promise<boolean> {
  const after = await changeOrder(service.deps, order, steps[step]!(order))
  if (after) {
    const stored = await OrderModel.findById(order._id).lean()
    expect({ ...stored, writeIds: [] }).toEqual({ ...after, writeIds: [] })
  }
  return after !== undefined
}

const reread = (orders: OrderDoc[]) =>
  Promise.all(orders.map(async ({ _id }) => (await OrderModel.findById(_id).lean<OrderDoc | null>())!))

it('commits thirty concurrent completions in few commits, each with its points', async () => {
  const orders = await freshOrders(30)
  const bulk = vi.spyOn(OrderModel.collection, 'bulkWrite')
  const ended = await Promise.all(
    orders.map((order) => changeOrder(service.deps, order, steps.complete!(order))),
  )
  expect(bulk.mock.calls.length).toBeGreaterThan(0)
  expect(bulk.mock.calls.length).toBeLessThan(6)
  for (const after of ended) {
    expect(after).toMatchObject({ status: 'Completed', points: { earned: after!.points!.offered } })
    expect(after!.points!.earned).toBeGreaterThan(0)
  }
  expect((await verifyLedger()).faults).toEqual([])
})

it('earns nothing for a completion that loses to a cancellation within a batch', async () => {
  const orders = await freshOrders(12)
  const cancel: OrderChange = { to: 'Cancelled', by: 'admin', actor: 'an admin', at }
  const results = await Promise.all(
    orders.flatMap((order) =>
      [steps.complete!(order), cancel].map((step) => changeOrder(service.deps, order, step)),
    ),
  )
  expect(results.filter((one) => one !== undefined)).toHaveLength(12)
  for (const order of await reread(orders)) expect(order.version).toBe(2)
  expect((await verifyLedger()).faults).toEqual([])
})

const wait = (reason: string): OrderChange => ({ guard: { status: 'Processing' }, set: { reason } })

it('reads an outdated order of a batch again alone, and writes the others once', async () => {
  const orders = await freshOrders(9)
  for (const order of orders.slice(0, 3)) await changeOrder(service.deps, order, wait('meanwhile'))
  const after = await Promise.all(
    orders.map((order) =>
      changeOrder(service.deps, order, { ...wait('later'), inc: { partlyRefundedPaise: 1 } }),
    ),
  )
  const now = await reread(orders)
  expect(after.map((order) => ({ ...order, writeIds: [] }))).toEqual(
    now.map((order) => ({ ...order, writeIds: [] })),
  )
  expect(now.map(({ revision }) => revision)).toEqual([3, 3, 3, 2, 2, 2, 2, 2, 2])
  for (const order of now) expect(order).toMatchObject({ reason: 'later', partlyRefundedPaise: 1 })
})

it('confirms each write of a bulk that matched too few, also after later writes', async () => {
  const orders = await freshOrders(2)
  const { collection } = OrderModel
  const bulkWrite = collection.bulkWrite.bind(collection)
  vi.spyOn(collection, 'bulkWrite').mockImplementationOnce(async (...args) => {
    const result = await bulkWrite(...args)
    for (const after of await reread([orders[0]!])) await changeOrder(service.deps, after, wait('another'))
    return Object.create(result, { matchedCount: { value: 0 } })
  })
  const ended = await changeOrder(service.deps, orders[0]!, {
    ...wait('mine'),
    inc: { partlyRefundedPaise: 1 },
  })
  expect(ended).toMatchObject({ reason: 'mine', revision: 2 })
  expect(await reread([orders[0]!])).toMatchObject([
    { reason: 'another', revision: 3, partlyRefundedPaise: 1 },
  ])
})

it('applies the guard to an order that was read long before its batch, as it does alone', async () => {
  const orders = await freshOrders(4)
  for (const reason of ['a', 'b', 'c']) {
    for (const now of await reread([orders[1]!])) await changeOrder(service.deps, now, wait(reason))
  }
  const stale: OrderChange = { guard: { status: 'Processing', reason: '' }, set: { reason: 'late' } }
  const ended = await Promise.all(orders.map((order) => changeOrder(service.deps, order, stale)))
  expect(ended.map((order) => order?.reason)).toEqual(['late', undefined, 'late', 'late'])
})

it('fails only the write that the server refuses', async () => {
  const orders = await freshOrders(6)
  const broken = { ...orders[3]!, due: { ...orders[3]!.due, sweepCount: 'x' as never } }
  await OrderModel.collection.updateOne({ _id: broken._id as never }, { $set: { 'due.sweepCount': 'x' } })
  const ended = await Promise.allSettled(
    orders.map((order, index) =>
      changeOrder(service.deps, index === 3 ? broken : order, {
        ...wait('mine'),
        inc: { 'due.sweepCount': 1 },
      }),
    ),
  )
  expect(ended.filter(({ status }) => status === 'rejected')).toHaveLength(1)
  expect(ended[3]).toMatchObject({ status: 'rejected' })
  await OrderModel.collection.updateOne({ _id: broken._id as never }, { $set: { 'due.sweepCount': 0 } })
  expect((await reread(orders)).map(({ reason, due }) => [reason, due.sweepCount])).toEqual(
    orders.map((_order, index) => (index === 3 ? ['', 0] : ['mine', 1])),
  )
})

it('reschedules tasks in a batch though one order has changed since it was read', async () => {
  const orders = await freshOrders(6)
  for (const now of await reread([orders[2]!])) await changeOrder(service.deps, now, wait('meanwhile'))
  const later = new Date(at.getTime() + 60_000)
  const isRescheduled = await Promise.all(
    orders.map((order) =>
      rescheduleTask(service.deps, order, {
        guard: { 'due.notify.seq': order.due.notify.seq },
        due: { notify: later },
      }),
    ),
  )
  expect(isRescheduled.map((one) => one !== undefined)).toEqual(orders.map(() => true))
  expect((await reread(orders)).map(({ due }) => due.notify.seq)).toEqual(orders.map(() => 2))
})
