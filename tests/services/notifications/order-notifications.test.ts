import { randomUUID } from 'node:crypto'
import { transitionOrder } from '@jhatpat/shared/contracts/admin.ts'
import type { IUser } from '@jhatpat/shared/domain/accounts/index.ts'
import type { Deps } from '@jhatpat/shared/domain/deps.ts'
import type { Notification } from '@jhatpat/shared/domain/notifications/index.ts'
import { changeOrder } from '@jhatpat/shared/domain/orders/change/change-order.ts'
import { notifyOrder, type OrderDoc, OrderModel } from '@jhatpat/shared/domain/orders/index.ts'
import { startNotifications } from '@jhatpat/shared/domain/orders/notify/start-notifications.ts'
import mongoose from 'mongoose'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { buy, giveMoney, look, orderBody, until } from '../../support/buying.ts'
import { insertAdmin, insertCustomer } from '../../support/people.ts'
import type { Person } from '../../support/person.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { insertShop, type Shop } from '../../support/shop.ts'

const minuteMs = 60_000

let service: Service
let shop: Shop
let user: IUser
let asha: Person
let meera: Person

beforeAll(async () => {
  service = await startService()
  shop = await insertShop()
  meera = await service.as(await insertAdmin())
})
afterAll(() => service.stop())
beforeEach(async () => {
  await service.simulators.reset('all')
  user = await insertCustomer()
  asha = await service.as(user)
  await giveMoney(user, 100_000)
})
afterEach(() => vi.restoreAllMocks())

const find = async (id: string) => (await OrderModel.findById(id).lean<OrderDoc>())!
const place = () => buy(asha, orderBody(user, shop.manual, { paymentmode: 'wallet' }), randomUUID())

async function end(id: string, to: 'Completed' | 'Refunded'): Promise<void> {
  const { version } = await look(asha, id)
  await meera.call(transitionOrder, { params: { id }, body: { to, version } })
}

async function completed(): Promise<string> {
  const id = await place()
  await end(id, 'Completed')
  return id
}

/** Runs the order's due notification task as `workers` do that have read the order at the same time. */
async function notifyWhenDue(id: string, workers = 1): Promise<OrderDoc> {
  const order = await find(id)
  const { at, seq } = order.due.notify
  const waitMs = (at?.getTime() ?? 0) - service.clock.now().getTime()
  if (waitMs > 0) service.clock.advance(waitMs)
  await Promise.all(Array.from({ length: workers }, () => notifyOrder(service.deps, order, seq)))
  return find(id)
}

const subjects = () => service.simulators.journal('mail').map(({ subject }) => String(subject))
const sent = () => ({ mail: subjects().length, sms: service.simulators.journal('sms').length })
const states = ({ notifications }: OrderDoc) => notifications.map(({ id, status }) => `${id} ${status}`)

type Channel = 'mail' | 'sms'

/**
 * The dependencies of a process whose calls on these channels do not return before `release`, and then with
 * success. `isSent`: whether the message is sent.
 */
function stalled(channels: Channel[], isSent: boolean) {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const { promise: reached, resolve: reach } = Promise.withResolvers<void>()
  let calls = 0
  const stall = async <Result>(channel: Channel, send: () => Promise<Result>, accepted: Result) => {
    if (!channels.includes(channel)) return send()
    if (isSent) await send()
    calls += 1
    if (calls === channels.length) reach()
    await released
    return accepted
  }
  const { mail, sms } = service.deps
  const deps: Deps = {
    ...service.deps,
    mail: {
      ...mail,
      send: (message) => stall('mail', () => mail.send(message), { kind: 'accepted', messageId: '1' }),
    },
    sms: {
      ...sms,
      send: (message) => stall('sms', () => sms.send(message), { kind: 'accepted', providerRef: '1' }),
    },
  }
  return { deps, reached, release }
}

describe('the notifications of an order', () => {
  it('are recorded in the order, without a visible change', async () => {
    const id = await completed()
    const before = await find(id)
    const after = await notifyWhenDue(id)
    expect(states(after)).toEqual(['order_completed//mail accepted', 'order//sms accepted'])
    expect(after.notifications[1]).toMatchObject({ kind: 'order_completed', attempts: 1 })
    expect(after.due.notify.at).toBeNull()
    expect([after.revision, after.updatedAt]).toEqual([before.revision, before.updatedAt])
  })

  it('are sent once by ten workers at once', async () => {
    await service.simulators.control('sms', { spamWindowMs: 0 })
    const id = await completed()
    await notifyWhenDue(id, 10)
    while ((await find(id)).due.notify.at) await notifyWhenDue(id)
    expect(states(await find(id))).toEqual(['order_completed//mail accepted', 'order//sms accepted'])
    expect(sent()).toEqual({ mail: 1, sms: 1 })
  })

  it('are retried once by ten workers at once', async () => {
    await service.simulators.control('mail', { next: { outcome: 'refuse', code: '451' } })
    const id = await completed()
    const deferred = await notifyWhenDue(id)
    expect(states(deferred)).toEqual(['order_completed//mail deferred', 'order//sms accepted'])
    expect(sent()).toEqual({ mail: 0, sms: 1 })
    await notifyWhenDue(id, 10)
    while ((await find(id)).due.notify.at) await notifyWhenDue(id)
    const { notifications } = await find(id)
    expect(notifications).toMatchObject([
      { status: 'accepted', attempts: 2, firstAt: deferred.notifications[0]!.firstAt },
      { status: 'accepted', attempts: 1 },
    ])
    expect(sent()).toEqual({ mail: 1, sms: 1 })
  })

  it('start one text message where two of them have one', async () => {
    const order = await find(await completed())
    const { _id: ref, customer: to } = order
    const send = async () => ({ kind: 'accepted', note: '' }) as const
    const [completion, refund]: [Notification, Notification] = [
      { kind: 'order_completed', ref, to, facts: { itemname: '', account: '', tookMs: 1 } },
      {
        kind: 'order_refunded',
        ref,
        to,
        dedupeKey: 'second payment',
        facts: { itemname: '', amountPaise: 1, pricePaise: 1, cause: 'paid_twice', reason: '' },
      },
    ]
    const messages = [completion, refund].map((notification) => ({
      notification,
      channel: 'sms' as const,
      send,
    }))
    await startNotifications(order, messages, service.clock.now())
    expect((await find(ref)).notifications).toMatchObject([{ id: 'order//sms', kind: 'order_completed' }])
  })

  it('say what is true when their sending starts, though the order was read before', async () => {
    const id = await completed()
    const outdated = await find(id)
    const change = { guard: {}, set: { playerName: 'AshaOP' } }
    await changeOrder(service.deps, outdated, change)
    await notifyOrder(service.deps, outdated, outdated.due.notify.seq)
    expect(service.simulators.journal('mail').map(({ text }) => text)).toEqual([
      expect.stringContaining('AshaOP'),
    ])
  })

  it('are sent at once though another process started one after the order was read', async () => {
    const id = await place()
    const outdated = await find(id)
    service.clock.advance(5_000)
    const slow = stalled(['mail'], true)
    const first = notifyOrder(slow.deps, id, outdated.due.notify.seq)
    await slow.reached
    const at = service.clock.now()
    const cancelled = { to: 'Cancelled', by: 'admin', actor: 'meera', at } as const
    const after = (await changeOrder(service.deps, outdated, cancelled))!
    expect(after.notifications).toEqual([])
    await notifyOrder(service.deps, after, after.due.notify.seq)
    expect(subjects()).toEqual([expect.any(String), expect.stringMatching(/^Cancelled: /)])
    slow.release()
    await first
  })

  it('are sent by one task when an order ends while its previous message is sent', async () => {
    const id = await place()
    const order = await find(id)
    const slow = stalled(['mail'], true)
    const enqueue = vi.spyOn(service.deps.queues, 'enqueue')
    const first = notifyOrder(slow.deps, id, order.due.notify.seq)
    await slow.reached
    await end(id, 'Completed')
    slow.release()
    await first
    const { seq } = (await find(id)).due.notify
    const tasks = enqueue.mock.calls.filter(([, of, task]) => of === id && task.seq === seq)
    expect(tasks.map(([job]) => job.name)).toEqual(['order.notify'])
    await notifyWhenDue(id)
    expect((await find(id)).due.notify.at).toBeNull()
  })
})

describe('a process that crashes', () => {
  it.each([
    ['between the start and the sending', false, { mail: 0, sms: 0 }],
    ['between the sending and its record', true, { mail: 1, sms: 1 }],
  ])(
    '%s leaves messages that are unknown after two minutes and never repeated',
    async (_when, isSent, all) => {
      const id = await completed()
      const crashed = stalled(['mail', 'sms'], isSent)
      const run = notifyOrder(crashed.deps, id, (await find(id)).due.notify.seq)
      await crashed.reached
      const left = await find(id)
      expect(states(left)).toEqual(['order_completed//mail sending', 'order//sms sending'])
      expect(left.due.notify.at).not.toBeNull()

      service.clock.advance(15_000)
      const lostAt = new Date(left.notifications[0]!.since.getTime() + 2 * minuteMs)
      expect((await notifyWhenDue(id)).due.notify.at).toEqual(lostAt)
      const ended = await notifyWhenDue(id)
      expect(states(ended)).toEqual(['order_completed//mail unknown', 'order//sms unknown'])
      expect(ended.due.notify.at).toBeNull()

      crashed.release()
      await run
      expect(await find(id)).toMatchObject({ notifications: ended.notifications })
      expect(sent()).toEqual(all)
    },
  )
})

describe('an order that changes while its notifications are sent', () => {
  it('keeps the change and the answers', async () => {
    const id = await completed()
    const before = await find(id)
    const slow = stalled(['mail', 'sms'], true)
    const run = notifyOrder(slow.deps, id, before.due.notify.seq)
    await slow.reached
    await changeOrder(service.deps, before, { guard: {}, set: { playerName: 'AshaOP' } })
    slow.release()
    await run
    const after = await find(id)
    expect(after).toMatchObject({ playerName: 'AshaOP', revision: before.revision + 1 })
    expect(states(after)).toEqual(['order_completed//mail accepted', 'order//sms accepted'])
    expect(after.due.notify.at).toBeNull()
  })

  it('keeps the answers and the task of its end', async () => {
    const id = await place()
    const { due } = await find(id)
    service.clock.advance(5_000)
    const slow = stalled(['mail'], true)
    const run = notifyOrder(slow.deps, id, due.notify.seq)
    await slow.reached
    await end(id, 'Refunded')
    const { at, seq } = (await find(id)).due.notify
    slow.release()
    await run
    const between = await find(id)
    expect(between.due.notify).toEqual({ at, seq })
    expect(states(between)).toEqual(['order_placed//mail accepted'])
    const after = await notifyWhenDue(id)
    expect(after.due.notify.at).toBeNull()
    expect(states(after)).toEqual([
      'order_placed//mail accepted',
      'order_refunded//mail accepted',
      'order//sms accepted',
    ])
  })
})

describe('an answer', () => {
  it.each([
    ['was made but its reply was lost', true],
    ['was lost', false],
  ])('is recorded once when the write %s', async (_what, isMade) => {
    const id = await completed()
    const { due } = await find(id)
    const { collection } = OrderModel
    const write = collection.bulkWrite.bind(collection)
    vi.spyOn(collection, 'bulkWrite')
      .mockImplementationOnce(write)
      .mockImplementationOnce(async (...args) => {
        if (isMade) await write(...args)
        throw new mongoose.mongo.MongoNetworkError('the connection was closed')
      })
    await notifyOrder(service.deps, id, due.notify.seq)
    expect(vi.mocked(collection.bulkWrite).mock.calls.length).toBeGreaterThan(2)
    const after = await find(id)
    expect(states(after)).toEqual(['order_completed//mail accepted', 'order//sms accepted'])
    expect(after.due.notify).toEqual({ at: null, seq: due.notify.seq + 1 })
    expect(sent()).toEqual({ mail: 1, sms: 1 })
  })

  it('is recorded within seconds though another channel does not answer', async () => {
    const id = await completed()
    const { due } = await find(id)
    const slow = stalled(['mail'], true)
    const run = notifyOrder(slow.deps, id, due.notify.seq)
    const early = await until(
      () => find(id),
      ({ notifications }) => notifications[1]?.status === 'accepted',
    )
    expect(early).toMatchObject({ notifications: [{ status: 'sending' }, {}], due: { notify: due.notify } })
    slow.release()
    await run
    const after = await find(id)
    expect(states(after)).toEqual(['order_completed//mail accepted', 'order//sms accepted'])
    expect(after.due.notify.at).toBeNull()
  })

  it('is unknown when the sender breaks in between', async () => {
    const id = await completed()
    const mail = {
      ...service.deps.mail,
      send: async () => {
        throw new Error('it broke')
      },
    }
    await notifyOrder({ ...service.deps, mail }, id, (await find(id)).due.notify.seq)
    const after = await find(id)
    expect(states(after)).toEqual(['order_completed//mail unknown', 'order//sms accepted'])
    expect(after.notifications[0]!.answer).toContain('it broke')
  })
})
