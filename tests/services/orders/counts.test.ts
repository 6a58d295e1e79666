import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { IUser } from '@jhatpat/shared/domain/accounts/index.ts'
import type { Listing } from '@jhatpat/shared/domain/catalogue/index.ts'
import type { OrderDoc } from '@jhatpat/shared/domain/orders/index.ts'
import { syncPriceLists } from '@jhatpat/shared/domain/purchasing/index.ts'
import mongoose from 'mongoose'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { buy, giveMoney, orderBody, pay, until } from '../../support/buying.ts'
import { insertCustomer } from '../../support/people.ts'
import type { Person } from '../../support/person.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { insertShop, type Shop } from '../../support/shop.ts'
import {
  type CommandCount,
  type CommandCounter,
  type MongoCommand,
  startCommandCounter,
} from './count-commands.ts'

/*
 * Counts what one order asks of MongoDB, BullMQ and Redis. Counted, not timed, and each number is the median
 * of three orders: one unit at Smile.one for an unchecked player, paid before the first payment check is due,
 * no browser connected; one api and one worker process. All reads and writes that the order causes count,
 * also finding the caller's session and the record of the Idempotency-Key. Work without an order does not:
 * the sweeper is stopped here, heartbeats are the driver's own. Checks for a second payment, a minute and
 * more after the first, are not awaited. Budgets are 4 commits, 2 jobs and 80 Redis calls, and 15 MongoDB
 * commands for a wallet order. The wider numbers next to them (durable writes, jobs in all, commands with the
 * notifications) are today's values, so that an addition is noticed.
 */

const database = `test-${randomBytes(6).toString('hex')}`
let service: Service
let counter: CommandCounter
let aside: mongoose.mongo.MongoClient
let shop: Shop
let user: IUser
let asha: Person

beforeAll(async () => {
  const uri = inject('mongodbUri').replace(/^([a-z+]+:\/\/[^/?]+)(\/[^?]*)?/, `$1/${database}`)
  const MONGODB_URI = `${uri}${uri.includes('?') ? '&' : '?'}monitorCommands=true`
  service = await startService({
    workers: true,
    env: {
      MONGODB_URI,
      PAYMENT_POLL_MS: '5000,60000',
      SWEEP_INTERVAL_MS: '3600000',
      SUPPLIER_POLL_MS: '500',
    },
  })
  shop = await insertShop()
  user = await insertCustomer()
  asha = await service.as(user)
  await giveMoney(user, 20 * 34_500)
  // All orders are one customer's: the text messages would have to wait for each other.
  await service.simulators.control('sms', { spamWindowMs: 0 })
  aside = await new mongoose.mongo.MongoClient(uri).connect()
  counter = await startCommandCounter(service.env)
  await syncPriceLists(service.deps)
  // The first order also loads the scripts into Redis.
  await costOf('upi')
})
afterAll(async () => {
  await counter?.stop()
  await aside?.close()
  await service?.stop()
})

it('counts nothing in MongoDB while there is no order', async () => {
  await counter.take()
  await sleep(300)
  expect((await counter.take()).mongo).toEqual([])
})

it('brings a UPI order to Completed within its budget of commits, jobs and Redis calls', async () => {
  const costs = await threeOf('upi')
  const allows = allowing(costs)
  // A commit is a step that advances the order: placed, paid, sending, completed. The transaction that takes
  // the money is one.
  allows(4, 'commits', (cost) => toCompleted(cost).filter((command) => command.movesOrder).length)
  // Also recorded: the key and its reply, the payment attempt, the gateway's callback, the lock of a payment
  // check, the slot in the supplier's purchase batch.
  allows(10, 'durable writes', (cost) => toCompleted(cost).filter(isDurable).length)
  // Jobs that Completed waited for: the payment check, the purchase.
  allows(2, 'jobs', (cost) => cost.jobs.filter((job) => job.beganAt < cost.completedAt).length)
  // Also the first check, which a newer one has overtaken, and the check for a second payment.
  allows(4, 'jobs in all', (cost) => cost.jobs.length)
  // Until the very end. Redis also runs an expired blocking read of a worker, at most one or two per order.
  allows(80, 'Redis calls', (cost) => cost.redis.length)
})

it('brings a wallet order to Completed within its budget of MongoDB commands', async () => {
  const allows = allowing(await threeOf('wallet'))
  allows(15, 'MongoDB commands', (cost) => toCompleted(cost).length)
  // Placed with its key's record, the slot in the supplier's purchase batch, sending, completed.
  allows(4, 'durable writes', (cost) => toCompleted(cost).filter(isDurable).length)
  // Posting the points that it earns takes another 3; notifying the customer by mail and text message 2.
  allows(20, 'MongoDB commands with the messages', (cost) => cost.mongo.length)
})

it('brings an order through MooGold from its wallet to the notification in one job', async () => {
  await service.simulators.control('moogold', {
    statuses: ['processing', 'completed'],
    webhook: { lost: true },
  })
  const costs = await threeOf('wallet', shop.crystals)
  const allows = allowing(costs)
  allows(1, 'jobs in all', (cost) => cost.jobs.length)
  allows(45, 'Redis calls', (cost) => cost.redis.length)
  allows(300, 'commands inside of scripts', (cost) => cost.inScripts.length)
})

type Job = { name: string; beganAt: number }
type Cost = CommandCount & { jobs: Job[]; completedAt: number }

async function threeOf(paymentmode: 'upi' | 'wallet', listing: Listing = shop.diamonds): Promise<Cost[]> {
  return [
    await costOf(paymentmode, listing),
    await costOf(paymentmode, listing),
    await costOf(paymentmode, listing),
  ]
}

let player = 840_000_000

/** One order from its call until no task of it is left. */
async function costOf(paymentmode: 'upi' | 'wallet', listing: Listing = shop.diamonds): Promise<Cost> {
  player += 1
  const aheadMs = service.clock.now().getTime() - Date.now()
  await counter.take()
  const id = await buy(
    asha,
    orderBody(user, listing, {
      input1: String(player),
      paymentmode,
      ...(listing === shop.crystals && { input2: 'Asia' }),
    }),
  )
  if (paymentmode === 'upi') await pay(service, id)
  const order = await until(
    () => wakeDelayedPolls().then(() => stored(id)),
    (one) => one?.status === 'Completed' && one.due.notify.at === null,
  )
  await endOvertakenJobs(order)
  const counted = await counter.take()
  const jobs = (await Promise.all(queuesOfOrders().map((queue) => queue.getJobs()))).flat()
  return {
    ...counted,
    jobs: jobs
      .filter((job) => job.data.id === String(order?._id))
      .map((job) => ({ name: job.name, beganAt: job.processedOn ?? Number.POSITIVE_INFINITY })),
    completedAt: (order?.history.at(-1)?.at.getTime() ?? 0) - aheadMs,
  }
}

/** Scheduled polls at MooGold go by the machine's clock, which is behind the shop's here. */
async function wakeDelayedPolls(): Promise<void> {
  const queue = counter.queues.all['fulfil-moogold']
  const now = service.clock.now().getTime()
  const due = await counter.redis.zrangebyscore(queue.toKey('delayed'), 0, now * 4096)
  for (const id of due) await (await queue.getJob(id))?.promote()
}

/** Read past the service's own connection, so that it does not count. */
const stored = (orderid: string) =>
  aside.db(database).collection<OrderDoc>('orders').findOne({ _id: orderid })

function queuesOfOrders() {
  const { payments, notifications, ...others } = counter.queues.all
  return [payments, others['fulfil-smilebr'], others['fulfil-moogold'], notifications]
}

/**
 * The first check and the first notification are still queued. They cost the same now as five seconds later.
 */
async function endOvertakenJobs(order: OrderDoc | null): Promise<void> {
  service.clock.advance(6_000)
  const { payments, notifications } = counter.queues.all
  const waiting = [...(await payments.getDelayed()), ...(await notifications.getDelayed())]
  const lastSeq = order?.due.payment.seq
  for (const job of waiting) {
    const isLastCheck = job.name === 'order.check-payment' && job.data.seq === lastSeq
    if (job.data.id === String(order?._id) && !isLastCheck) await job.promote()
  }
  await until(
    () => Promise.all(queuesOfOrders().map((queue) => queue.getJobCountByTypes('waiting', 'active'))),
    (counts) => counts.every((count) => count === 0),
  )
  // The workers return to waiting.
  await sleep(100)
}

/** The commands up to the one that makes the order Completed. */
function toCompleted({ mongo }: Cost): MongoCommand[] {
  return mongo.slice(0, mongo.findIndex((command) => command.status === 'Completed') + 1)
}

const isDurable = ({ wrote, inTransaction, name }: MongoCommand) =>
  wrote && (!inTransaction || name === 'commitTransaction')

/** Compares the median of the costs with a budget, and lists the commands when it is exceeded. */
function allowing(costs: Cost[]) {
  return (budget: number, what: string, count: (cost: Cost) => number): void => {
    const [, middle] = [...costs].sort((one, other) => count(one) - count(other))
    if (!middle) throw new Error('no order was counted')
    expect(count(middle), `${what}:\n${describeCost(middle)}`).toBeLessThanOrEqual(budget)
    expect(count(middle), `${what} were not counted`).toBeGreaterThan(0)
  }
}

function describeCost(cost: Cost): string {
  const commands = cost.mongo.map(({ name, collection, ...command }) => {
    const marks = [
      command.inTransaction && 'in a transaction',
      isDurable({ name, collection, ...command }) && 'durable',
      command.movesOrder && 'a commit',
      command.status,
    ]
    return `  ${[`${name} ${collection}`.trim(), ...marks.filter(Boolean)].join(', ')}`
  })
  return [
    `MongoDB, ${toCompleted(cost).length} to Completed, ${cost.mongo.length} in all:`,
    ...commands,
    `Jobs: ${tally(cost.jobs.map((job) => job.name))}`,
    `Redis, ${cost.redis.length} in all: ${tally(cost.redis)}`,
    `Inside of scripts, ${cost.inScripts.length} in all: ${tally(cost.inScripts)}`,
  ].join('\n')
}

function tally(names: string[]): string {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts].map(([name, count]) => `${name} ${count}`).join(', ')
}
