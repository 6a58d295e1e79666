import type { IUser } from '@jhatpat/shared/domain/accounts/index.ts'
import { findObstacles } from '@jhatpat/shared/domain/erasure/index.ts'
import { hasOpenMatter, OrderModel, orderTasks } from '@jhatpat/shared/domain/orders/index.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buy, orderBody } from '../../support/buying.ts'
import { insertCustomer } from '../../support/people.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { insertShop } from '../../support/shop.ts'

let service: Service
let customer: IUser
let orderId: string

beforeAll(async () => {
  service = await startService()
  customer = await insertCustomer()
  orderId = await buy(await service.as(customer), orderBody(customer, (await insertShop()).diamonds))
})
afterAll(() => service.stop())

const at = new Date('2026-11-29T10:00:00Z')
const noTasks = Object.fromEntries(orderTasks.map((task) => [`due.${task}.at`, null]))
const ended = {
  ...{ status: 'Failed', hasSupplierConflict: false, ticket: null, redelivery: null },
  ...{ 'payment.discrepancyAt': null, 'units.0.isFollowedUp': false, ...noTasks },
}

const openMatters: [string, Record<string, unknown>][] = [
  ['a payment that is awaited', { status: 'Created' }],
  ['a purchase that is made', { status: 'Processing' }],
  ['a payment in review', { 'payment.discrepancyAt': at }],
  ['suppliers that contradict each other', { hasSupplierConflict: true }],
  ['a purchase whose outcome is unknown', { 'units.0.isFollowedUp': true }],
  ['an open ticket', { ticket: { status: 'open' } }],
  ['a redelivery in progress', { redelivery: { state: 'in_progress' } }],
  ...orderTasks.map((task): [string, Record<string, unknown>] => [
    `a task that is due: ${task}`,
    { [`due.${task}.at`]: at },
  ]),
]

/** Whether the order itself, and an erasure of its customer, say that something about it has not ended. */
async function opinionsOf(values: Record<string, unknown>): Promise<[boolean, boolean]> {
  await OrderModel.collection.updateOne({ _id: orderId as never }, { $set: { ...ended, ...values } })
  const order = await OrderModel.findById(orderId).orFail().lean()
  const reading = { tx: null, user: customer, now: at, withTasks: true }
  return [hasOpenMatter(order), (await findObstacles(service.deps, reading)).length > 0]
}

describe('what has not ended about an order is the same for its retention and for an erasure', () => {
  it('nothing', async () => {
    expect(await opinionsOf({})).toEqual([false, false])
  })
  it.each(openMatters)('%s', async (_matter, values) => {
    expect(await opinionsOf(values)).toEqual([true, true])
  })
})
