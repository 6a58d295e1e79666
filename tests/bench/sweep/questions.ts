import { migrations } from '@jhatpat/shared/domain/database/index.ts'
import { dueTasks, listOverdueTasks } from '@jhatpat/shared/domain/maintenance/index.ts'
import {
  countOrders,
  listBoard,
  listOrders,
  OrderModel,
  orderStats,
  recountOrders,
} from '@jhatpat/shared/domain/orders/index.ts'
import { dueBefore } from '@jhatpat/shared/platform/due-tasks.ts'
import { createLogger } from '@jhatpat/shared/platform/logger.ts'
import { migrate } from '@jhatpat/shared/platform/migrations.ts'
import { connectMongo } from '@jhatpat/shared/platform/mongo.ts'
import mongoose, { Types } from 'mongoose'
import { makeOverdueOrder } from './overdue-order.ts'

const batch = 5_000
/** A reseller has this many of all orders; every other customer a hundred. */
const ofReseller = 20_000
const ofCustomer = 100

const reseller = new Types.ObjectId()

/** Orders without an open task, by a reseller and many customers. The connection stays open. */
export async function fillOrders(uri: string, count: number): Promise<void> {
  await connectMongo(uri, createLogger('sweep', 'silent'))
  await migrate(migrations)
  let customer = reseller
  for (let from = 0; from < count; from += batch) {
    const orders = Array.from({ length: Math.min(batch, count - from) }, (_one, index) => {
      const number = from + index
      if (number >= ofReseller && number % ofCustomer === 0) customer = new Types.ObjectId()
      const id = `JP261121${String(number).padStart(8, '0')}`
      return makeOverdueOrder(id, customer, { byWallet: number % 2 === 0, refunded: number % 10 === 0 })
    })
    await OrderModel.collection.insertMany(orders as never)
  }
  console.log(`filled ${count} orders`)
}

/** @returns whether an index served all of them */
export async function measureQuestions(): Promise<boolean> {
  const db = mongoose.connection.getClient().db(mongoose.connection.name)
  await db.createCollection('system.profile', { capped: true, size: 16 * 1024 * 1024 })
  const clock = { now: () => new Date() }
  const questions: [name: string, ask: () => Promise<unknown>][] = [
    ...dueTasks.map(({ model, path }): [string, () => Promise<unknown>] => [
      `sweep ${model.collection.name} ${path}`,
      () =>
        model
          .find(dueBefore(path, clock.now()))
          .sort({ [`${path}.at`]: 1 })
          .lean(),
    ]),
    ['overdue work', () => listOverdueTasks(clock.now())],
    ['board', () => listBoard(clock.now())],
    ['statistics', orderStats],
    ['all that has ended counted, once an hour', () => recountOrders({ clock })],
    ['statistics after that', orderStats],
    [`a reseller’s ${ofReseller} counted`, () => countOrders(String(reseller))],
    ['a reseller’s newest 200', () => listOrders(String(reseller), {})],
  ]
  for (const [name, ask] of questions) {
    const [first, second] = [await msOf(ask), await msOf(ask)]
    console.log(`${name}: ${first} ms, and again ${second} ms`)
  }
  await db.command({ profile: 2 })
  for (const [, ask] of questions) await ask()
  await db.command({ profile: 0 })
  const unserved = {
    $or: [{ planSummary: /COLLSCAN/ }, { hasSortStage: true }],
    ns: /orders|wallet_transactions/,
  }
  const found = await db.collection('system.profile').find(unserved).toArray()
  for (const { planSummary, command } of found)
    console.log(`not served: ${planSummary} ${JSON.stringify(command)}`)
  return found.length === 0
}

async function msOf(ask: () => Promise<unknown>): Promise<string> {
  const startedAt = performance.now()
  await ask()
  return (performance.now() - startedAt).toFixed(1)
}
