import { setTimeout as sleep } from 'node:timers/promises'
import type { IUser } from '@jhatpat/shared/domain/accounts/index.ts'
import type { Listing } from '@jhatpat/shared/domain/catalogue/index.ts'
import type { Deps } from '@jhatpat/shared/domain/deps.ts'
import { fulfilOrder, type OrderDoc, OrderModel } from '@jhatpat/shared/domain/orders/index.ts'
import type { QueueName } from '@jhatpat/shared/platform/job-definition.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buy, ends, giveMoney, orderBody, soldTo, until } from '../../support/buying.ts'
import { insertCustomer } from '../../support/people.ts'
import type { Person } from '../../support/person.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { insertShop, type Shop } from '../../support/shop.ts'
import { type Workers, workersOf } from '../../support/workers-of.ts'

let service: Service
let shop: Shop
let user: IUser
let asha: Person
let running: Workers[] = []

beforeAll(async () => {
  service = await startService({ env: { SUPPLIER_POLL_MS: '300' } })
  shop = await insertShop()
})
afterAll(() => service.stop())
beforeEach(async () => {
  await service.simulators.reset('all')
  await service.simulators.control('moogold', { webhook: { lost: true } })
  user = await insertCustomer()
  asha = await service.as(user)
  await giveMoney(user, 100_000)
})
afterEach(async () => {
  await stop()
})

const start = async (deps: Partial<Deps> = {}) => {
  const workers = await workersOf({ ...service.deps, ...deps })
  running.push(workers)
}

async function stop(): Promise<void> {
  await Promise.all(running.map((workers) => workers.stop()))
  running = []
}

const order = (input1: string, listing: Listing = shop.crystals) =>
  buy(
    asha,
    orderBody(user, listing, {
      input1,
      paymentmode: 'wallet',
      ...(listing === shop.crystals && { input2: 'Asia' }),
    }),
  )
const find = async (id: string) => (await OrderModel.findById(id).lean<OrderDoc>())!
const notificationsOf = (id: string) =>
  until(
    () => find(id),
    ({ status, due }) => status === 'Completed' && due.notify.at === null,
  )
const mails = (id: string) =>
  service.simulators
    .journal('mail')
    .filter(({ text }) => String(text).includes(id))
    .map(({ subject }) => String(subject))

async function jobsAbout(queue: QueueName, id: string) {
  const jobs = await service.deps.queues.all[queue].getJobs()
  return jobs.filter((job) => job.data.id === id)
}

describe('an order through MooGold', () => {
  it('is one job: purchase, polls and notification', async () => {
    await start()
    const id = await order('863000001')
    await notificationsOf(id)
    const [job, ...more] = await jobsAbout('fulfil-moogold', id)
    expect(more).toEqual([])
    // Bought; the account's poller asks MooGold until it has delivered.
    expect(job).toMatchObject({ attemptsStarted: 1, attemptsMade: 1 })
    expect(await jobsAbout('notifications', id)).toEqual([])
    expect(mails(id)).toEqual([expect.stringMatching(/^Delivered: /)])
    expect(soldTo(service, 'moogold', '863000001')).toHaveLength(1)
  })

  it('that takes longer than five seconds is notified as placed by a job, and then as delivered', async () => {
    await service.simulators.control('moogold', { statuses: ['processing'] })
    await start()
    const id = await order('863000002')
    const placed = () =>
      until(
        async () => mails(id),
        (all) => all.length > 0,
      )
    await until(
      async () => (await jobsAbout('notifications', id)).length,
      (count) => count > 0,
    )
    expect(mails(id)).toEqual([])
    service.clock.advance(5_000)
    expect(await placed()).toEqual([expect.not.stringMatching(/^Delivered: /)])
    expect(await jobsAbout('notifications', id)).toHaveLength(1)
    await service.simulators.control('moogold', { statuses: ['completed'] })
  })
})

describe('the notification of an ended order', () => {
  /** A process that crashes between its commit and the notification. */
  async function crashAfterCommit(id: string): Promise<void> {
    const { queues } = service.deps
    const enqueue: typeof queues.enqueue = async (job, ...more) =>
      job.name === 'order.notify' || queues.enqueue(job, ...more)
    const { due } = await find(id)
    await fulfilOrder({ ...service.deps, queues: { ...queues, enqueue } }, id, due.fulfil.seq)
  }

  it('is sent once, by the sweeper, when the process crashed before sending it', async () => {
    const id = await order('863000003', shop.diamonds)
    await crashAfterCommit(id)
    expect((await find(id)).status).toBe('Completed')
    await start()
    await start()
    service.clock.advance(10_000)
    await sleep(1_500)
    expect(mails(id)).toEqual([])
    service.clock.advance(6_000)
    const { due } = await notificationsOf(id)
    expect(mails(id)).toEqual([expect.stringMatching(/^Delivered: /)])
    expect(due.sweepCount).toBe(1)
  })

  it('is sent by the sweeper when sending failed, and never twice', async () => {
    const { sms } = service.deps
    let failures = 0
    const canSend: typeof sms.canSend = (name) => {
      failures += 1
      if (failures === 1) throw new Error('it broke')
      return sms.canSend(name)
    }
    await start({ sms: { ...sms, canSend } })
    const id = await order('863000004')
    await ends(asha, id, 'Completed')
    await until(
      async () => failures,
      (count) => count > 0,
    )
    service.clock.advance(16_000)
    await notificationsOf(id)
    expect(mails(id)).toHaveLength(1)
  })

  it('is sent before the worker that ended the order stops', async () => {
    await service.simulators.control('mail', { delayMs: 700 })
    await start()
    const id = await order('863000005')
    await ends(asha, id, 'Completed')
    await stop()
    expect(mails(id)).toHaveLength(1)
    expect((await find(id)).due.notify.at).toBeNull()
  })
})
