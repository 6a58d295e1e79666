import { createOrder } from '@jhatpat/shared/contracts/orders.ts'
import type { IUser } from '@jhatpat/shared/domain/accounts/index.ts'
import { type OrderDoc, OrderModel } from '@jhatpat/shared/domain/orders/index.ts'
import { checkOrderPayment } from '@jhatpat/shared/domain/orders/model/order-jobs.ts'
import { Types } from 'mongoose'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buy, orderBody, pay, until } from '../../support/buying.ts'
import { insertCustomer } from '../../support/people.ts'
import type { Person } from '../../support/person.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { insertShop, type Shop } from '../../support/shop.ts'

/*
 * A customer has paid while very many unpaid orders are due for a payment check, and the gateway takes a
 * second for each answer. The tests use 2,000 orders, for which 20 concurrent checks take 100 s; `npm run
 * bench:polls` uses 100,000 and reports the same number.
 */
const unpaid = Number(process.env.UNPAID_ORDERS ?? 2_000)
/**
 * Tests share their machine with others; without the priority of callbacks it would take more than a minute.
 */
const promisedMs = process.env.UNPAID_ORDERS ? 3_000 : 10_000

let service: Service
let shop: Shop
let user: IUser
let asha: Person

beforeAll(async () => {
  service = await startService({ env: { PAYMENT_POLL_MS: '60000', SWEEP_INTERVAL_MS: '2000' } })
  // At noon in India: around midnight an order that the gateway does not know costs two queries.
  const dayMs = 24 * 3_600_000
  const sinceMidnightMs = (Date.now() + 5.5 * 3_600_000) % dayMs
  service.clock.advance((dayMs * 1.5 - sinceMidnightMs) % dayMs)
  shop = await insertShop()
  user = await insertCustomer()
  asha = await service.as(user)
}, 120_000)
afterAll(() => service.stop())

/** That many orders that are due for a check now, written and enqueued as the service does it. */
async function manyUnpaid(template: OrderDoc): Promise<void> {
  const at = service.clock.now()
  for (let made = 0; made < unpaid; made += 1_000) {
    const count = Math.min(1_000, unpaid - made)
    const orders = Array.from({ length: count }, (_, index) => unpaidOrder(template, made + index, at))
    await OrderModel.collection.insertMany(orders as never)
    await Promise.all(
      orders.map(({ _id }) => service.deps.queues.enqueue(checkOrderPayment, String(_id), { at, seq: 1 })),
    )
  }
}

function unpaidOrder(template: OrderDoc, number: number, at: Date): OrderDoc {
  const orderid = `JP261121${number.toString(36).toUpperCase().padStart(8, '0')}`
  const { payment } = template
  return {
    ...template,
    _id: orderid,
    userId: new Types.ObjectId(),
    payment: payment && {
      ...payment,
      attempts: payment.attempts.map((attempt) => ({ ...attempt, id: orderid })),
    },
    due: { ...template.due, payment: { at, seq: 1 } },
  }
}

it(`a paid order is Processing within ${promisedMs / 1_000} s while ${unpaid} unpaid ones wait and the gateway takes 1 s`, {
  timeout: 120_000 + unpaid * 10,
}, async () => {
  const first = await buy(asha, orderBody(user, shop.manual))
  await manyUnpaid((await OrderModel.findById(first).lean<OrderDoc>())!)
  const gateway = (replyDelayMs: number) => service.simulators.control('upigateway', { replyDelayMs })
  await gateway(1_000)
  await service.startAnotherWorkers()
  const { payments } = service.deps.queues.all
  await until(
    () => payments.getJobCounts('active', 'prioritized'),
    ({ active = 0 }) => active >= 20,
  )
  const tookMs: number[] = []
  for (let count = 0; count < 5; count += 1) {
    const body = orderBody(user, shop.manual)
    const { data } = await asha.call(createOrder, { body, idempotencyKey: `bench-order-${count}` })
    const paidAt = performance.now()
    await pay(service, data.client_txn_id)
    await until(
      async () => (await OrderModel.findById(data.client_txn_id).lean())?.status,
      (status) => status === 'Processing',
      60_000,
    )
    tookMs.push(Math.round(performance.now() - paidAt))
  }
  const { prioritized = 0, active = 0 } = await payments.getJobCounts('prioritized', 'active')
  console.log(
    `${unpaid} unpaid orders, ${prioritized} of them still in line: paid to Processing in ${tookMs} ms`,
  )
  // The result means nothing unless the queue was long all the time.
  expect(active).toBeGreaterThanOrEqual(15)
  expect(prioritized).toBeGreaterThan(unpaid / 4)
  await gateway(0)
  await payments.obliterate({ force: true })
  expect(Math.max(...tookMs)).toBeLessThan(promisedMs)
})
