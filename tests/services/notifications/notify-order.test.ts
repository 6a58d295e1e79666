import { randomUUID } from 'node:crypto'
import { transitionOrder } from '@jhatpat/shared/contracts/admin.ts'
import type { IUser } from '@jhatpat/shared/domain/accounts/index.ts'
import { notifyOrder, type OrderDoc, OrderModel } from '@jhatpat/shared/domain/orders/index.ts'
import { notifyTopUpReceived, WalletTransactionModel } from '@jhatpat/shared/domain/wallet/index.ts'
import { createSmsSender } from '@jhatpat/shared/providers/sms/registry.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buy, giveMoney, look, orderBody, pay, startTopUp, until } from '../../support/buying.ts'
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

const find = async (id: string) => (await OrderModel.findById(id).lean<OrderDoc>())!

const placeBy = (listing: keyof Shop) =>
  buy(asha, orderBody(user, shop[listing], { paymentmode: 'wallet' }), randomUUID())

/** Runs the order's due notification task as a worker does. */
async function notifyWhenDue(id: string): Promise<OrderDoc> {
  const { _id, due } = await find(id)
  if (due.notify.at && due.notify.at > service.clock.now()) {
    service.clock.advance(due.notify.at.getTime() - service.clock.now().getTime())
  }
  await notifyOrder(service.deps, _id, due.notify.seq)
  return find(id)
}

async function end(id: string, to: 'Completed' | 'Refunded' | 'Cancelled', reason?: string): Promise<void> {
  const { version } = await look(asha, id)
  await meera.call(transitionOrder, { params: { id }, body: { to, version, ...(reason ? { reason } : {}) } })
}

const mails = () => service.simulators.journal('mail').map(({ subject, text }) => `${subject}\n${text}`)
const texts = () => service.simulators.journal('sms').map(({ text }) => String(text))
const minutesFromNow = (at: Date | null) => minutesFrom(service.clock.now(), at)
const minutesFrom = (from: Date, at: Date | null) =>
  at && Math.round((at.getTime() - from.getTime()) / minuteMs)

describe('the customer of an order', () => {
  it('is notified by mail that the order is in the queue when nothing was sent to the supplier, and not by text message', async () => {
    const id = await placeBy('diamonds')
    await notifyWhenDue(id)
    expect(mails()).toEqual([expect.stringContaining('It’s in the queue.')])
    expect(mails()[0]).not.toContain('sent to the supplier')
    expect(texts()).toEqual([])
  })

  it('is notified only of the end when it came within seconds, in one mail and one text message', async () => {
    const id = await placeBy('manual')
    await end(id, 'Completed')
    expect((await notifyWhenDue(id)).due.notify.at).toBeNull()
    expect(mails()).toEqual([expect.stringMatching(/^Delivered: Premium, 1 month/)])
    expect(texts()).toEqual([expect.stringContaining('is delivered.')])
  })

  it('sees no other time of change on the order after a notification', async () => {
    const id = await placeBy('manual')
    await end(id, 'Completed')
    const ended = await look(asha, id)
    await notifyWhenDue(id)
    expect(await look(asha, id)).toEqual(ended)
  })

  it('is notified of a cancellation, with the reason and the support contact', async () => {
    const id = await placeBy('manual')
    await end(id, 'Cancelled', 'Delivered by chat')
    await notifyWhenDue(id)
    expect(mails()).toEqual([expect.stringContaining('was cancelled. Reason: Delivered by chat.')])
    expect(mails()[0]).toContain(`Contact us: ${service.env.SUPPORT_CONTACT}`)
    expect(texts()).toEqual([expect.stringContaining('was cancelled.')])
  })

  it('is notified after ten minutes that we work on it; the end is then sent by mail only', async () => {
    const id = await placeBy('manual')
    const placed = await notifyWhenDue(id)
    expect(minutesFrom(placed.createdAt, placed.due.notify.at)).toBe(10)
    expect((await notifyWhenDue(id)).due.notify.at).toBeNull()
    expect(mails()[1]).toMatch(/^We’re working on your order: Premium, 1 month/)
    expect(texts()).toEqual([expect.stringContaining('is not delivered yet. We are on it.')])
    service.clock.advance(10 * minuteMs)
    await end(id, 'Completed')
    await notifyWhenDue(id)
    expect(mails()[2]).toMatch(/^Delivered: /)
    expect(texts()).toHaveLength(1)
  })

  it('gets one text message where two workers notify of two states at once', async () => {
    await service.simulators.control('sms', { spamWindowMs: 0 })
    for (let round = 0; round < 5; round += 1) {
      const id = await placeBy('manual')
      await notifyWhenDue(id)
      const { _id, due, createdAt } = await find(id)
      service.clock.advance(createdAt.getTime() + 10 * minuteMs - service.clock.now().getTime())
      const late = notifyOrder(service.deps, _id, due.notify.seq)
      await end(id, 'Refunded')
      await Promise.all([late, notifyWhenDue(id), notifyWhenDue(id)])
      while ((await find(id)).due.notify.at) await notifyWhenDue(id)
      expect(texts().filter((text) => text.includes(id))).toHaveLength(1)
      expect(mails().filter((mail) => mail.startsWith('Refunded') && mail.includes(id))).toHaveLength(1)
      await giveMoney(user, 34_500)
    }
  })

  it('is not notified of a state that has passed', async () => {
    await service.simulators.control('mail', { down: true })
    const id = await placeBy('manual')
    const waiting = await notifyWhenDue(id)
    expect(minutesFromNow(waiting.due.notify.at)).toBe(1)
    await end(id, 'Cancelled')
    await service.simulators.control('mail', { down: false })
    await notifyOrder(service.deps, waiting._id, waiting.due.notify.seq)
    expect(mails()).toEqual([])
    await notifyWhenDue(id)
    expect(mails()).toEqual([expect.stringContaining('Reason: No reason provided.')])
  })

  it('is notified later of what could not be sent at first, once', async () => {
    await service.simulators.control('mail', { next: { outcome: 'refuse', code: '451', times: 2 } })
    const id = await placeBy('manual')
    await end(id, 'Refunded', 'Out of stock')
    const ended = await find(id)
    expect(minutesFromNow((await notifyWhenDue(id)).due.notify.at)).toBe(1)
    const queued = await service.deps.queues.all.notifications.getJob(
      `order.notify-${ended._id}-${ended.due.notify.seq + 1}`,
    )
    expect(queued?.delay).toBeGreaterThan(50_000)
    expect(minutesFromNow((await notifyWhenDue(id)).due.notify.at)).toBe(5)
    expect((await notifyWhenDue(id)).due.notify.at).toBeNull()
    expect(mails()).toEqual([expect.stringContaining('Reason: Out of stock.')])
    expect(texts()).toHaveLength(1)
  })

  it('is notified once when a job runs twice', async () => {
    const id = await placeBy('manual')
    await end(id, 'Completed')
    const { _id, due } = await find(id)
    await Promise.all([1, 2, 3].map(() => notifyOrder(service.deps, _id, due.notify.seq)))
    await notifyOrder(service.deps, _id, due.notify.seq)
    expect(mails()).toHaveLength(1)
    expect(texts()).toHaveLength(1)
  })

  it('is notified only by mail where the route has no template for it, and by its template where it has', async () => {
    const templates = {
      SMS_ROUTE: 'dlt',
      SMS_SENDER_ID: 'JHATPT',
      SMS_TEMPLATES: { order_completed: '77' },
    } as const
    const deps = { ...service.deps, sms: createSmsSender({ ...service.env, ...templates }) }
    for (const to of ['Completed', 'Refunded'] as const) {
      const id = await placeBy('manual')
      await end(id, to)
      const { _id, due } = await find(id)
      await notifyOrder(deps, _id, due.notify.seq)
    }
    expect(mails()).toHaveLength(2)
    expect(service.simulators.journal('sms')).toMatchObject([{ route: 'dlt', paise: 25 }])
    expect(texts()[0]).toMatch(/^\[template 77\] Premium, 1 month \| JP/)
  })
})

describe('the customer of a top-up', () => {
  it('is notified later of what could not be sent at first', async () => {
    const workers = await service.startAnotherWorkers()
    await service.simulators.control('mail', { down: true })
    const id = await startTopUp(asha, user, 500)
    await pay(service, id)
    const topUp = () => WalletTransactionModel.findById(id).lean()
    await until(topUp, (one) => one?.status === 'Success' && one.due.notify.seq >= 2)
    await workers.stop()
    expect(texts().filter((text) => text.includes(id))).toEqual([
      expect.stringContaining('your top-up of Rs 500'),
    ])
    await service.simulators.control('mail', { down: false })
    const { _id, due } = (await topUp())!
    expect(minutesFromNow(due.notify.at)).toBe(1)
    service.clock.advance(minuteMs)
    await notifyTopUpReceived(service.deps, _id, due.notify.seq)
    const about = mails().filter((mail) => mail.includes(id))
    expect(about).toEqual([expect.stringContaining('Wallet balance: ₹1,500.')])
    expect((await topUp())?.due.notify.at).toBeNull()
  })
})
