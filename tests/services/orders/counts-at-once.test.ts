import { randomBytes } from 'node:crypto'
import type { IUser } from '@jhatpat/shared/domain/accounts/index.ts'
import { OrderModel } from '@jhatpat/shared/domain/orders/index.ts'
import { syncPriceLists } from '@jhatpat/shared/domain/purchasing/index.ts'
import mongoose from 'mongoose'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { buy, giveMoney, orderBody, until } from '../../support/buying.ts'
import { insertCustomer } from '../../support/people.ts'
import type { Person } from '../../support/person.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { insertShop, type Shop } from '../../support/shop.ts'
import { unfitOrders } from '../../support/unfit-orders.ts'
import { type CommandCount, type CommandCounter, startCommandCounter } from './count-commands.ts'

/*
 * Counts what an order asks of MongoDB and Redis while 64 arrive at once, until Completed and its
 * notifications: sixteen customers, four orders each, one api and one worker process. Work on a schedule is
 * left out as in `counts.test.ts`. On a quiet machine it is 4 to 6 commands of MongoDB and 9 (Smile.one) to 14 of
 * Redis; the fewer arrive at the same moment, the more.
 */

const database = `test-${randomBytes(6).toString('hex')}`
let service: Service
let counter: CommandCounter
let aside: mongoose.mongo.MongoClient
let shop: Shop
let buyers: { user: IUser; person: Person }[]

beforeAll(async () => {
  const uri = inject('mongodbUri').replace(/^([a-z+]+:\/\/[^/?]+)(\/[^?]*)?/, `$1/${database}`)
  const MONGODB_URI = `${uri}${uri.includes('?') ? '&' : '?'}monitorCommands=true`
  const env = { MONGODB_URI, SWEEP_INTERVAL_MS: '3600000', SUPPLIER_POLL_MS: '500', LIMIT_ORDERS: '100000' }
  service = await startService({ workers: true, env })
  shop = await insertShop()
  await service.simulators.control('sms', { spamWindowMs: 0 })
  await service.simulators.control('moogold', { statuses: ['completed'] })
  aside = await new mongoose.mongo.MongoClient(uri).connect()
  counter = await startCommandCounter(service.env)
  await syncPriceLists(service.deps)
  buyers = await Promise.all(
    Array.from({ length: 16 }, async () => {
      const user = await insertCustomer()
      await giveMoney(user, 100_000_00)
      return { user, person: await service.as(user) }
    }),
  )
})
afterAll(async () => {
  await counter?.stop()
  await aside?.close()
  await service?.stop()
})

it.each([
  { listing: 'crystals', input2: 'Asia', mongo: 10, redis: 20 },
  { listing: 'diamonds', input2: '1234', mongo: 10, redis: 15 },
] as const)('concurrent orders of $listing stay within their budget', { timeout: 120_000 }, async (one) => {
  await manyOf(one)
  const { each, rounds } = await countsWithin(one)
  expect(await unfitOrders()).toEqual([])
  for (const server of ['mongo', 'redis'] as const) {
    expect(each[server], rounds).toBeLessThanOrEqual(one[server])
    // Zero counted commands would be within every budget.
    expect(each[server]).toBeGreaterThan(1)
  }
})

type Kind = { listing: 'crystals' | 'diamonds'; input2: string }

/**
 * A busy moment splits batches and so only adds commands: returns the first round of three within the budget,
 * or the last.
 */
async function countsWithin(budget: Kind & { mongo: number; redis: number }) {
  for (let round = 1; ; round += 1) {
    await counter.take()
    const { length } = await manyOf(budget)
    const counted = await counter.take()
    const each = { mongo: counted.mongo.length / length, redis: counted.redis.length / length }
    const isWithin = each.mongo <= budget.mongo && each.redis <= budget.redis
    if (isWithin || round === 3) return { each, rounds: describeCounts(counted, length) }
  }
}

/** Places 64 orders and waits until no task of them is left. @returns their ids */
async function manyOf({ listing, input2 }: Kind): Promise<string[]> {
  // A poll of a supplier waits in its queue, which uses the machine's clock.
  service.clock.advance(Date.now() - service.clock.now().getTime())
  const orderCalls = Array.from({ length: 64 }, (_, index) => {
    const { user, person } = buyers[index % buyers.length]!
    return buy(person, orderBody(user, shop[listing], { input1: '800000001', input2, paymentmode: 'wallet' }))
  })
  const ids = await Promise.all(orderCalls)
  const orders = aside.db(database).collection(OrderModel.collection.name)
  const open = { _id: { $in: ids as never[] }, $nor: [{ status: 'Completed', 'due.notify.at': null }] }
  await until(
    () => orders.countDocuments(open),
    (left) => left === 0,
    50_000,
  )
  return ids
}

function describeCounts({ mongo, redis }: CommandCount, of: number): string {
  const sorted = (names: string[]) =>
    Object.entries(Object.groupBy(names, (name) => name))
      .map(([name, all]) => `${((all?.length ?? 0) / of).toFixed(2)} ${name}`)
      .sort()
      .reverse()
  const commandNames = mongo.map(({ name, collection }) => `${name} ${collection}`)
  return `MongoDB:\n  ${sorted(commandNames).join('\n  ')}\nRedis:\n  ${sorted(redis).join('\n  ')}`
}
