import { otpLogin } from '@jhatpat/shared/contracts/sign-up.ts'
import {
  AccountNotificationModel,
  type IUser,
  notifyAccountJob,
} from '@jhatpat/shared/domain/accounts/index.ts'
import { dueTasks, earliestDue, sweepFilter } from '@jhatpat/shared/domain/maintenance/index.ts'
import { fulfilOrder, fulfilOrderName, OrderModel } from '@jhatpat/shared/domain/orders/index.ts'
import { breakerAccount } from '@jhatpat/shared/domain/payments/index.ts'
import { recordAvailability } from '@jhatpat/shared/platform/circuit-breaker.ts'
import type { DueTask } from '@jhatpat/shared/platform/due-tasks.ts'
import type { JobDefinition } from '@jhatpat/shared/platform/job-definition.ts'
import { createQueues, type Queues } from '@jhatpat/shared/platform/queues.ts'
import { connectBlockingRedis, connectRedis } from '@jhatpat/shared/platform/redis.ts'
import { hashTag } from '@jhatpat/shared/platform/redis-keys.ts'
import { sweep } from '@jhatpat/shared/platform/sweep.ts'
import { Worker } from 'bullmq'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { startSweeper } from '../../../workers/src/jobs/sweeper.ts'
import { buy, giveMoney, orderBody, soldTo, until } from '../../support/buying.ts'
import { documentsReadBy } from '../../support/documents-read.ts'
import { profiledWrites } from '../../support/mongo-profile.ts'
import { insertCustomer } from '../../support/people.ts'
import type { Person } from '../../support/person.ts'
import { queriesOf } from '../../support/queries-of.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { insertShop, type Shop } from '../../support/shop.ts'
import { insertScheduled } from './overdue-orders.ts'

const sweepGraceMs = 3_000
const fulfilment = dueTasks.find(({ name }) => name === fulfilOrderName) as DueTask

let service: Service
let shop: Shop
let user: IUser
let asha: Person

// No workers run: enqueued jobs stay where the sweeper puts them.
beforeAll(async () => {
  service = await startService()
  shop = await insertShop()
  user = await insertCustomer()
  asha = await service.as(user)
})
afterAll(async () => {
  // These are no complete orders, which the check after each test would require.
  await OrderModel.deleteMany({})
  await service.stop()
})
beforeEach(async () => {
  await OrderModel.deleteMany({})
  for (const queue of Object.values(service.deps.queues.all)) await queue.obliterate({ force: true })
})

const ago = (ms: number) => new Date(service.clock.now().getTime() - ms)
const find = async (id: string) => (await OrderModel.findById(id).lean())!
const taskOf = async (id: string) => (await find(id)).due.fulfil
const job: JobDefinition = { queue: 'fulfil-smilebr', name: fulfilOrderName }
const queue = () => service.deps.queues.all['fulfil-smilebr']

/** Enqueues the jobs of such orders. */
const enqueueOrders = (ids: readonly string[]) =>
  service.deps.queues.enqueueAll(ids.map((id) => ({ job, id, seq: 1, at: ago(0) })))

/** Takes jobs on the test's command, until the test's end. */
function aWorker(): Worker {
  const redis = connectBlockingRedis(service.env.REDIS_URL, service.deps.log)
  const prefix = hashTag(service.env.QUEUE_PREFIX, queue().name)
  const worker = new Worker(queue().name, undefined, { connection: redis, prefix })
  onTestFinished(async () => {
    await worker.close(true)
    redis.disconnect()
  })
  return worker
}

async function buyByWallet(input1: string): Promise<string> {
  await giveMoney(user, 34_500)
  return buy(asha, orderBody(user, shop.diamonds, { input1, paymentmode: 'wallet' }))
}

describe('the sweeper', () => {
  it('enqueues a code whose job was lost, also next to one that an earlier version wrote without its time', async () => {
    const notifications = dueTasks.find(({ name }) => name === notifyAccountJob.name) as DueTask
    for (const mobile of ['9800000001', user.mobilenumber]) {
      await service.guest.call(otpLogin, { body: { mobile } })
    }
    const old = await AccountNotificationModel.findOne().sort({ _id: 1 }).lean()
    await AccountNotificationModel.collection.updateOne(
      { _id: old?._id as never },
      { $unset: { updatedAt: true } },
    )
    await service.deps.queues.all.notifications.obliterate({ force: true })
    service.clock.advance(10_000)
    expect(await sweep(notifications, service.deps, sweepGraceMs)).toEqual({ queued: 2, planned: 0 })
    expect(await service.deps.queues.all.notifications.getJobCountByTypes('waiting', 'prioritized')).toBe(2)
  })

  it('skips a purchase that began after its read', async () => {
    const id = await buyByWallet('850000001')
    await queue().obliterate({ force: true })
    service.clock.advance(10_000)
    await service.simulators.control('smileone', { next: { replyDelayMs: 1_000 } })
    const { queues } = service.deps
    let buying: Promise<unknown> | undefined
    // The job was lost with Redis, and the worker that had it is about to call the supplier.
    const slow: Queues = {
      ...queues,
      locateJobs: async (jobs) => {
        const where = await queues.locateJobs(jobs)
        buying = fulfilOrder(service.deps, id, (await taskOf(id)).seq)
        await until(
          async () => (await find(id)).units[0]?.state,
          (state) => state === 'sending',
        )
        return where
      },
    }
    const { seq } = await taskOf(id)
    await sweep(fulfilment, { ...service.deps, queues: slow }, sweepGraceMs)
    expect((await taskOf(id)).seq).toBe(seq)
    await buying
    expect((await find(id)).status).toBe('Completed')
    expect(soldTo(service, 'smileone', '850000001')).toHaveLength(1)
  })

  it('skips what is queued, delayed or active, however long', async () => {
    const ids = await insertScheduled(3, () => ago(24 * 3_600_000))
    await enqueueOrders(ids)
    const worker = aWorker()
    const tried = await worker.getNextJob('one')
    await tried?.moveToDelayed(Date.now() + 20_000, 'one')
    await worker.getNextJob('two')
    expect(await queue().getJobCounts('waiting', 'delayed', 'active')).toEqual({
      waiting: 1,
      delayed: 1,
      active: 1,
    })
    expect(await sweep(fulfilment, service.deps, sweepGraceMs)).toEqual({ queued: 0, planned: 0 })
    for (const id of ids) expect((await taskOf(id)).seq).toBe(1)
  })

  it('enqueues a job with an unknown position in the queue after all others', async () => {
    const [broken, intact] = (await insertScheduled(2, () => ago(60_000))) as [string, string]
    await OrderModel.collection.updateOne({ _id: broken as never }, { $set: { 'due.fulfil.seq': 'two' } })
    await expect(sweep(fulfilment, service.deps, sweepGraceMs)).rejects.toThrow(`due.fulfil of ${broken}: `)
    expect((await queue().getWaiting()).map(({ data }) => data)).toEqual([{ id: intact, seq: 2 }])
  })

  it('wakes a job that the queue has not noticed, instead of enqueuing it twice', async () => {
    const [id] = (await insertScheduled(1, () => ago(-60_000))) as [string]
    await service.deps.queues.enqueue(job, id, { at: ago(-60_000), seq: 1 })
    expect(await queue().getDelayedCount()).toBe(1)
    // As for a worker with a clock that is an hour behind.
    service.clock.advance(70_000)
    await sweep(fulfilment, service.deps, sweepGraceMs)
    expect(await queue().getDelayedCount()).toBe(0)
    expect((await queue().getWaiting()).map(({ data }) => data)).toEqual([{ id, seq: 1 }])
    expect((await taskOf(id)).seq).toBe(1)
  })

  it('wakes a job that a machine with a fast clock had delayed', async () => {
    const [id] = (await insertScheduled(1, () => ago(60_000))) as [string]
    await enqueueOrders([id])
    const taken = await aWorker().getNextJob('one')
    const [soon, fast] = [ago(-300).getTime(), ago(-90_000).getTime()]
    const clock = vi.spyOn(Date, 'now').mockReturnValue(fast)
    await taken?.moveToDelayed(soon, 'one').finally(() => clock.mockRestore())
    expect(await queue().getDelayedCount()).toBe(1)
    await sweep(fulfilment, service.deps, sweepGraceMs)
    expect((await queue().getWaiting()).map(({ data }) => data)).toEqual([{ id, seq: 1 }])
  })

  it('enqueues behind fifteen hundred queued jobs', async () => {
    const ids = await insertScheduled(1_501, (index) => ago(60_000 - index))
    const [last] = ids.slice(-1) as [string]
    await enqueueOrders(ids.slice(0, -1))
    expect(await sweep(fulfilment, service.deps, sweepGraceMs)).toEqual({ queued: 1, planned: 0 })
    expect((await taskOf(last)).seq).toBe(2)
    expect(await queue().getJob(`order.fulfil-${last}-2`)).toBeTruthy()
  })

  it('reads a long overdue range by one of two sweepers, and the first thousand by both', async () => {
    const ids = await insertScheduled(5_000, (index) => ago(60_000 - index))
    await enqueueOrders(ids)
    const read = await documentsReadBy(OrderModel, () =>
      Promise.all([
        sweep(fulfilment, service.deps, sweepGraceMs),
        sweep(fulfilment, service.deps, sweepGraceMs),
      ]),
    )
    expect(read).toBeLessThan(7_500)
    const again = await documentsReadBy(OrderModel, () => sweep(fulfilment, service.deps, sweepGraceMs))
    expect(again).toBeGreaterThanOrEqual(5_000)
  })

  it('divides five thousand with the same time between two sweepers, each order once', async () => {
    const then = ago(60_000)
    const ids = await insertScheduled(5_000, () => then)
    const redis = connectRedis(service.env.REDIS_URL, service.deps.log)
    const { clock, log, env } = service.deps
    const others = createQueues({ redis, prefix: env.QUEUE_PREFIX, clock, log })
    const before = (await sweepWrites()).length
    const results = await Promise.all([
      sweep(fulfilment, service.deps, sweepGraceMs),
      sweep(fulfilment, { ...service.deps, queues: others }, sweepGraceMs),
    ])
    await others.close()
    redis.disconnect()
    expect(results.reduce((sum, { queued }) => sum + queued, 0)).toBe(5_000)
    expect(Math.min(...results.map(({ queued }) => queued))).toBeGreaterThan(500)
    // No write was late: the second sweeper did not try.
    expect((await sweepWrites()).length - before).toBe(5_000)
    const counts = await queue().getJobCounts('waiting', 'delayed')
    expect((counts.waiting ?? 0) + (counts.delayed ?? 0)).toBe(5_000)
    expect(await OrderModel.countDocuments({ 'due.fulfil.seq': 2 })).toBe(ids.length)
  })
})

const sweepWrites = async () =>
  (await profiledWrites()).filter(({ caller }) => caller.startsWith('shared/platform/sweep.ts'))

describe('payments of an unresponsive gateway', () => {
  const payments = dueTasks.find(({ path, model }) => path === 'due.payment' && model === OrderModel)!
  const ofGateway = async (gateway: string) => {
    const [id] = await insertScheduled(1, () => ago(0))
    const due = { 'due.fulfil.at': null, 'due.payment': { at: ago(sweepGraceMs + 1_000), seq: 1 } }
    await OrderModel.collection.updateOne(
      { _id: id as never },
      { $set: { ...due, 'payment.gateway': gateway } },
    )
    return id!
  }
  const seqOf = async (id: string) => (await find(id)).due.payment.seq

  it('are not swept, and those of another gateway are', async () => {
    const deps = { ...service.deps, gatewayNames: ['upigateway', 'former'] }
    const [present, former] = [await ofGateway('upigateway'), await ofGateway('former')]
    for (let times = 0; times < 20; times++) {
      await recordAvailability(deps, breakerAccount('upigateway'), {
        begunAt: performance.now(),
        isAnswered: false,
      })
    }
    const only = await sweepFilter(deps, payments)
    await sweep({ ...payments, only: only! }, deps)
    expect([await seqOf(present), await seqOf(former)]).toEqual([1, 2])
    expect(await sweepFilter(service.deps, payments)).toBeUndefined()
    expect(await sweepFilter(deps, fulfilment)).toEqual({})
    await recordAvailability(deps, breakerAccount('upigateway'), {
      begunAt: performance.now(),
      isAnswered: true,
    })
    expect(await sweepFilter(deps, payments)).toEqual({})
  })
})

describe('re-enqueued tasks', () => {
  it('start at once when they are few, and over some seconds when they are many', async () => {
    const few = await insertScheduled(5, () => ago(60_000))
    await sweep(fulfilment, service.deps, sweepGraceMs)
    const now = service.clock.now()
    for (const id of few) expect((await taskOf(id)).at?.getTime()).toBeLessThanOrEqual(now.getTime())
    const many = await insertScheduled(1_000, () => ago(60_000))
    await sweep(fulfilment, service.deps, sweepGraceMs)
    const orders = await OrderModel.find({ _id: { $in: many } })
      .select('due')
      .lean()
    const times = orders.map(({ due }) => due.fulfil.at?.getTime() ?? 0)
    const spreadMs = Math.max(...times) - Math.min(...times)
    expect(spreadMs).toBeGreaterThan(5_000)
    expect(spreadMs).toBeLessThan(10_000)
    const inTenths = new Set(times.map((time) => Math.floor((time - now.getTime()) / 1_000)))
    expect(inTenths.size).toBeGreaterThanOrEqual(9)
  })

  it('stay unchanged when MongoDB reports so to one of two sweepers without locks', async () => {
    await insertScheduled(50, () => ago(60_000))
    const unassigned: Queues = {
      ...service.deps.queues,
      lockForSweep: async (jobs) => jobs.map(() => true),
    }
    const results = await Promise.all(
      [1, 2, 3].map(() => sweep(fulfilment, { ...service.deps, queues: unassigned }, sweepGraceMs)),
    )
    expect(results.reduce((sum, { queued }) => sum + queued, 0)).toBeGreaterThanOrEqual(50)
    expect(await OrderModel.countDocuments({ 'due.fulfil.seq': 2, 'due.sweepCount': 1 })).toBe(50)
    expect(await queue().getJobCountByTypes('waiting', 'delayed')).toBe(50)
  })
})

describe('a task that is due in more than five minutes', () => {
  it('is not in Redis before its time, and there when it comes, without being late', async () => {
    const far = ago(-6 * 60_000)
    const [id] = (await insertScheduled(1, () => far)) as [string]
    expect(await service.deps.queues.enqueue(job, id, { at: far, seq: 1 })).toBe(false)
    expect(await queue().getJobCountByTypes('waiting', 'delayed')).toBe(0)
    service.clock.advance(5 * 60_000)
    await sweep(fulfilment, service.deps, sweepGraceMs)
    expect((await taskOf(id)).seq).toBe(1)
    service.clock.advance(60_000 + sweepGraceMs + 1_000)
    expect(await sweep(fulfilment, service.deps, sweepGraceMs)).toEqual({ queued: 1, planned: 1 })
    expect((await queue().getWaiting()).map(({ data }) => data)).toEqual([{ id, seq: 2 }])
    expect((await find(id)).due.sweepCount).toBe(0)
  })

  it('of four minutes is in Redis at once', async () => {
    const [id] = (await insertScheduled(1, () => ago(-4 * 60_000))) as [string]
    expect(await service.deps.queues.enqueue(job, id, { at: ago(-4 * 60_000), seq: 1 })).toBe(true)
    expect(await queue().getDelayedCount()).toBe(1)
  })
})

describe('the earliest due times', () => {
  it('are read for all kinds of tasks from their indexes, with one command', async () => {
    await AccountNotificationModel.deleteMany({})
    const oldest = ago(490_000)
    await insertScheduled(50, (index) => new Date(oldest.getTime() + 10_000 * index))
    const read = await queriesOf(OrderModel, async () => {
      const expected = dueTasks.map(({ name }) => (name === fulfilOrderName ? oldest : undefined))
      expect(await earliestDue()).toEqual(expected)
    })
    expect(read).toHaveLength(1)
    expect(read[0]?.documentsRead).toBeLessThanOrEqual(1)
  })
})

describe('a worker’s sweeper', () => {
  it('sweeps other tasks while a long sweep of one kind is running, which it does not start twice', async () => {
    await insertScheduled(1, () => ago(60_000))
    await AccountNotificationModel.deleteMany({})
    await service.guest.call(otpLogin, { body: { mobile: user.mobilenumber } })
    await service.deps.queues.all.notifications.obliterate({ force: true })
    service.clock.advance(10_000)
    const swept = { fulfilments: 0, others: 0 }
    const enough = Promise.withResolvers<void>()
    const { queues } = service.deps
    const slow: Queues = {
      ...queues,
      locateJobs: async (jobs) => {
        if (jobs[0]?.job.name !== fulfilOrderName) {
          swept.others += 1
          if (swept.others === 3) enough.resolve()
          // Stays overdue, so that it is swept again.
          return jobs.map(() => 'active')
        }
        swept.fulfilments += 1
        await enough.promise
        return jobs.map(() => 'active')
      },
    }
    const sweeper = startSweeper({ ...service.deps, queues: slow })
    await enough.promise
    expect(swept).toEqual({ fulfilments: 1, others: 3 })
    await sweeper.stop()
  })
})
