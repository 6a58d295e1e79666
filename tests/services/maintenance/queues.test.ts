import { opsToken } from '@jhatpat/shared/contracts/admin.ts'
import type { IUser } from '@jhatpat/shared/domain/accounts/index.ts'
import { OrderModel } from '@jhatpat/shared/domain/orders/index.ts'
import { verifyBalances, WalletTransactionModel } from '@jhatpat/shared/domain/wallet/index.ts'
import type { QueueName } from '@jhatpat/shared/platform/job-definition.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  balanceOf,
  buy,
  ends,
  giveMoney,
  look,
  orderBody,
  pay,
  refusalOf,
  soldTo,
  startTopUp,
  until,
} from '../../support/buying.ts'
import { insertAdmin, insertCustomer } from '../../support/people.ts'
import type { Person } from '../../support/person.ts'
import { removeRedisKeys } from '../../support/redis-keys-of.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { insertShop, type Shop } from '../../support/shop.ts'
import type { Workers } from '../../support/workers-of.ts'

let service: Service
let shop: Shop
let user: IUser
let asha: Person

beforeAll(async () => {
  service = await startService()
  shop = await insertShop()
})
afterAll(() => service.stop())
beforeEach(async () => {
  await service.simulators.reset('faults')
  user = await insertCustomer()
  asha = await service.as(user)
})

/** The jobs for one document that wait in a queue. */
async function jobsAbout(queue: QueueName, id: unknown) {
  const jobs = await service.deps.queues.all[queue].getJobs(['waiting', 'delayed', 'prioritized'])
  return jobs.filter((job) => job.data.id === String(id)).map(({ name, data }) => ({ name, data }))
}

describe('with no worker running', () => {
  it('PIPE-01 an order leaves a job in BullMQ that carries its id and nothing else', async () => {
    const id = await buy(asha, orderBody(user, shop.diamonds))
    const order = await OrderModel.findById(id)
    expect(await jobsAbout('payments', order?._id)).toEqual([
      { name: 'order.check-payment', data: { id: String(order?._id), seq: order?.due.payment.seq } },
    ])
  })

  it('PIPE-01 a wallet order leaves a job to fulfil it, or one to notify the customer where staff deliver', async () => {
    await giveMoney(user, 2 * 34_500)
    const id = await buy(asha, orderBody(user, shop.diamonds, { paymentmode: 'wallet' }))
    const manual = await buy(asha, orderBody(user, shop.manual, { paymentmode: 'wallet' }))
    const namesOf = async (orderid: string) =>
      [...(await jobsAbout('fulfil-smilebr', orderid)), ...(await jobsAbout('notifications', orderid))].map(
        (job) => job.name,
      )
    expect(await namesOf(id)).toEqual(['order.fulfil'])
    expect(await namesOf(manual)).toEqual(['order.notify'])
  })

  it('PIPE-02 a top-up leaves a job in BullMQ', async () => {
    const id = await startTopUp(asha, user, 100)
    const transaction = await WalletTransactionModel.findById(id)
    expect(await jobsAbout('payments', transaction?._id)).toEqual([
      {
        name: 'topup.check-payment',
        data: { id: String(transaction?._id), seq: transaction?.due.payment.seq },
      },
    ])
  })

  it('PIPE-09 an admin sees every queue and its jobs on the queue board, and others do not', async () => {
    await buy(asha, orderBody(user, shop.diamonds))
    const meera = await service.as(await insertAdmin())
    const path = '/ops/queues/api/queues?activeQueue=payments&status=delayed&page=1'
    expect((await meera.request(path)).status).toBe(401)
    expect(await refusalOf(asha.call(opsToken, { body: {} }))).toMatchObject({ status: 403 })
    const reply = await meera.request('/api/ops/pass', { method: 'POST', body: '{}' })
    const cookie = reply.headers.get('set-cookie')?.split(';')[0] ?? ''
    const board = await service.guest.request(path, { headers: { cookie } })
    const queues = board.json.queues as { name: string; counts: Record<string, number>; jobs: unknown[] }[]
    expect(queues.map((queue) => queue.name)).toEqual([
      'payments',
      'fulfil-smilebr',
      'fulfil-smileph',
      'fulfil-moogold',
      'notifications',
      'catalogue',
      'maintenance',
    ])
    expect(queues[0]?.counts.delayed).toBeGreaterThan(0)
    expect(queues[0]?.jobs.length).toBeGreaterThan(0)
  })
})

describe('workers that start', () => {
  let workers: Workers | undefined
  afterEach(async () => {
    await workers?.stop()
    workers = undefined
    expect((await verifyBalances()).faults).toEqual([])
  })

  /** This file's data in Redis: queues, jobs, locks, counters. */
  function wipeRedis(): Promise<number> {
    return removeRedisKeys(service.deps.redis, service.env.QUEUE_PREFIX)
  }

  it('PIPE-06 bring what waited through its states, from Created to Completed', async () => {
    const id = await buy(asha, orderBody(user, shop.diamonds, { input1: '800000001' }))
    await pay(service, id)
    const stored = async () => (await OrderModel.findById(id))!
    expect((await stored()).status).toBe('Created')
    workers = await service.startAnotherWorkers()
    await until(
      async () => (await stored()).status,
      (status) => status === 'Completed',
    )
    expect((await stored()).history.map((row) => [row.from, row.to, row.by])).toEqual([
      ['', 'Created', 'customer'],
      ['Created', 'Processing', 'payments'],
      ['Processing', 'Completed', 'supplier'],
    ])
  })

  it('find every order and top-up again, though Redis was lost with all jobs', async () => {
    await giveMoney(user, 34_500)
    const upi = await buy(asha, orderBody(user, shop.diamonds, { input1: '800000002' }))
    const wallet = await buy(
      asha,
      orderBody(user, shop.diamonds, { input1: '800000003', paymentmode: 'wallet' }),
    )
    const topUp = await startTopUp(asha, user, 500)
    const unpaid = await buy(asha, orderBody(user, shop.manual))
    expect(await wipeRedis()).toBeGreaterThan(4)
    for (const id of [upi, topUp]) await pay(service, id)
    workers = await service.startAnotherWorkers()
    service.clock.advance(service.env.PAYMENT_WINDOW_MS + 5_000)
    await Promise.all([
      ends(asha, upi, 'Completed'),
      ends(asha, wallet, 'Completed'),
      ends(asha, unpaid, 'Failed'),
      until(
        () => balanceOf(asha, user),
        (rupees) => rupees === 500,
      ),
    ])
    for (const player of ['800000002', '800000003'])
      expect(soldTo(service, 'smileone', player)).toHaveLength(1)
    const left = await OrderModel.findById(wallet)
    expect(left?.due.sweepCount).toBeGreaterThan(0)
  })

  it('continue when Redis is lost in the middle of orders', async () => {
    workers = await service.startAnotherWorkers()
    await giveMoney(user, 20 * 34_500)
    const players = Array.from({ length: 10 }, (_, index) => `81000000${index}`)
    await service.simulators.control('smileone', { replyDelayMs: 30 })
    const ids = await Promise.all(
      players.map((input1) => buy(asha, orderBody(user, shop.diamonds, { input1, paymentmode: 'wallet' }))),
    )
    await until(
      async () => players.filter((player) => soldTo(service, 'smileone', player).length > 0).length,
      (sold) => sold >= 2,
    )
    await wipeRedis()
    service.clock.advance(5_000)
    for (const id of ids) await ends(asha, id, 'Completed')
    for (const player of players) expect(soldTo(service, 'smileone', player)).toHaveLength(1)
  })

  it('leave alone what is queued at a slow supplier, however late it is', async () => {
    workers = await service.startAnotherWorkers()
    await giveMoney(user, 6 * 34_500)
    await service.simulators.control('smileone', { next: { delayMs: 1_500 } })
    const ids = await Promise.all(
      Array.from({ length: 6 }, (_, index) => {
        const input1 = `82000000${index}`
        return buy(asha, orderBody(user, shop.diamonds, { input1, paymentmode: 'wallet' }))
      }),
    )
    service.clock.advance(10_000)
    for (const id of ids) await ends(asha, id, 'Completed')
    const queuedAgain = await OrderModel.find({ _id: { $in: ids }, 'due.fulfil.seq': { $ne: 2 } })
    expect(queuedAgain).toEqual([])
  })

  it('skip a job that its document no longer schedules', async () => {
    const id = await buy(asha, orderBody(user, shop.manual))
    const before = await look(asha, id)
    const order = await OrderModel.findById(id)
    await service.deps.queues.enqueue({ queue: 'fulfil-moogold', name: 'order.fulfil' }, String(order?._id), {
      at: new Date(),
      seq: 7,
    })
    await service.deps.queues.all.payments.add('order.unheard-of', { id: String(order?._id), seq: 1 })
    await service.deps.queues.all.payments.add('order.check-payment', { id: { $ne: null }, seq: 1 })
    workers = await service.startAnotherWorkers()
    await until(
      async () => (await service.deps.queues.all.payments.getFailed()).length,
      (failed) => failed >= 2,
    )
    expect((await look(asha, id)).version).toBe(before.version)
  })
})
