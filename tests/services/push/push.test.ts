import { randomUUID } from 'node:crypto'
import { logout, revokeOtherSessions } from '@jhatpat/shared/contracts/accounts.ts'
import { transitionOrder } from '@jhatpat/shared/contracts/admin.ts'
import { pushOff, pushOn, pushState } from '@jhatpat/shared/contracts/push.ts'
import type { IUser } from '@jhatpat/shared/domain/accounts/index.ts'
import { notifyOrder, type OrderDoc, OrderModel } from '@jhatpat/shared/domain/orders/index.ts'
import { PushSubscriptionModel } from '@jhatpat/shared/domain/push/index.ts'
import { newPushKey } from '@jhatpat/shared/providers/push/push-keys.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buy, giveMoney, look, orderBody } from '../../support/buying.ts'
import { changeAccess } from '../../support/change-access.ts'
import { insertAdmin, insertCustomer } from '../../support/people.ts'
import type { Person } from '../../support/person.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { insertShop, type Shop } from '../../support/shop.ts'

let service: Service
let shop: Shop
let meera: Person
let user: IUser
let asha: Person

beforeAll(async () => {
  service = await startService({ env: { PUSH_PRIVATE_KEY: newPushKey() } })
  shop = await insertShop()
  meera = await service.as(await insertAdmin())
})
afterAll(() => service.stop())
beforeEach(async () => {
  await service.simulators.reset('all')
  await service.simulators.control('sms', { spamWindowMs: 0 })
  user = await insertCustomer()
  asha = await service.as(user)
  await giveMoney(user, 100_000)
})

type Subscription = { endpoint: string; p256dh: string; auth: string }

/** The subscription that a browser gets from its push service with the shop's key. */
async function browserSubscription(shopKey = service.deps.push?.publicKey): Promise<Subscription> {
  const made = await fetch(`${service.simulators.url}/push/subscriptions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ shopKey }),
  })
  return (await made.json()) as Subscription
}

async function subscribe(person = asha, browser?: Subscription) {
  const body = browser ?? (await browserSubscription())
  const { id } = await person.call(pushOn, { body })
  return { id, body }
}

const find = async (id: string) => (await OrderModel.findById(id).lean<OrderDoc>())!
const place = () => buy(asha, orderBody(user, shop.manual, { paymentmode: 'wallet' }), randomUUID())

async function end(id: string, to: 'Completed' | 'Refunded' | 'Cancelled'): Promise<void> {
  const { version } = await look(asha, id)
  await meera.call(transitionOrder, { params: { id }, body: { to, version, reason: 'by hand' } })
}

/** Runs the order's due notification task as a worker does; `times` at once. */
async function notifyWhenDue(id: string, times = 1): Promise<OrderDoc> {
  const { due } = await find(id)
  const wait = (due.notify.at?.getTime() ?? 0) - service.clock.now().getTime()
  if (wait > 0) service.clock.advance(wait)
  await Promise.all(Array.from({ length: times }, () => notifyOrder(service.deps, id, due.notify.seq)))
  return find(id)
}

async function delivered(times = 1): Promise<string> {
  const id = await place()
  await end(id, 'Completed')
  await notifyWhenDue(id, times)
  return id
}

const pushes = () => service.simulators.journal('push')
const storedCount = () => PushSubscriptionModel.countDocuments({ userId: user._id })

describe('a browser with a subscription', () => {
  it('is notified of a delivery, encrypted for it only, without player, amount or code', async () => {
    await subscribe()
    const id = await delivered()
    expect(pushes()).toMatchObject([
      {
        title: expect.stringMatching(/^Delivered in \d+ seconds?$/),
        body: 'Premium, 1 month was delivered.',
        path: `/confirmation?client_txn_id=${id}`,
        tag: id,
        ttl: 86_400,
        urgency: 'high',
      },
    ])
    const message = `${pushes()[0]?.title} ${pushes()[0]?.body}`
    const { input1, playerName } = await find(id)
    for (const secret of [input1, playerName, '₹'].filter(Boolean)) expect(message).not.toContain(secret)
  })

  it('is notified once, on each of its user’s devices, run ten times at once and again later', async () => {
    const [one, two] = [await subscribe(), await subscribe()]
    const id = await delivered(10)
    await notifyWhenDue(id, 3)
    const ids = [one, two].map(({ body }) => body.endpoint.split('/').at(-1))
    expect(pushes()).toHaveLength(2)
    expect(new Set(pushes().map((push) => push.id))).toEqual(new Set(ids))
  })

  it('is notified of a refund, and neither of an order in progress nor of a cancellation', async () => {
    await subscribe()
    const refunded = await place()
    await notifyWhenDue(refunded)
    expect(pushes()).toEqual([])
    await end(refunded, 'Refunded')
    await notifyWhenDue(refunded)
    const cancelled = await place()
    await end(cancelled, 'Cancelled')
    await notifyWhenDue(cancelled)
    expect(pushes()).toMatchObject([
      { title: 'Refunded to wallet', body: expect.stringContaining('Money refunded to your wallet.') },
    ])
  })

  it('is not notified of earlier events, nor of other people’s orders', async () => {
    const id = await place()
    await end(id, 'Completed')
    service.clock.advance(1_000)
    await subscribe()
    await subscribe(await service.as(await insertCustomer()))
    await notifyWhenDue(id)
    expect(pushes()).toEqual([])
  })

  it('does not stop the mail when its service does not answer', async () => {
    await subscribe()
    await service.simulators.control('push', { next: { outcome: 'reset' } })
    await delivered()
    expect(pushes()).toEqual([])
    expect(service.simulators.journal('mail').map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/^Delivered: /),
    ])
  })
})

describe('an unsent push message', () => {
  it('is sent later where the service was busy, and once', async () => {
    await subscribe()
    await service.simulators.control('push', { next: { outcome: 'refuse', code: '503' } })
    const id = await delivered()
    expect(pushes()).toEqual([])
    expect((await find(id)).due.notify.at).not.toBeNull()
    await notifyWhenDue(id)
    expect(pushes()).toHaveLength(1)
    expect((await find(id)).due.notify.at).toBeNull()
  })

  it('is not sent again where it may have arrived', async () => {
    await subscribe()
    await service.simulators.control('push', { next: { outcome: 'http500_accepted' } })
    const id = await delivered()
    await notifyWhenDue(id, 2)
    expect(pushes()).toHaveLength(1)
    const { notifications } = await find(id)
    expect(notifications.filter((one) => one.id.includes('/push/'))).toMatchObject([{ status: 'unknown' }])
  })

  it.each(['404', '410'])('ends the subscription of a browser that is gone (%s)', async (code) => {
    await subscribe()
    await service.simulators.control('push', { next: { outcome: 'refuse', code } })
    await delivered()
    expect([pushes(), await storedCount()]).toEqual([[], 0])
  })
})

describe('a subscription', () => {
  it('is shown to its own session, and turned off by its owner', async () => {
    expect(await asha.call(pushState)).toEqual({ publicKey: service.deps.push?.publicKey, here: null })
    const { id } = await subscribe()
    expect(await asha.call(pushState)).toMatchObject({ here: id })
    expect(await (await service.as(user)).call(pushState)).toMatchObject({ here: null })
    await asha.call(pushOff, { params: { id } })
    expect(await asha.call(pushState)).toMatchObject({ here: null })
    await delivered()
    expect(pushes()).toEqual([])
  })

  it.each([
    ['Sign out', () => asha.call(logout, { body: {} })],
    ['Sign out all other devices', async () => (await service.as(user)).call(revokeOtherSessions)],
    ['a block', () => changeAccess(user, { isBlocked: true }, service.deps)],
  ])('ends with %s, so that a shared phone shows no other customer’s orders', async (_how, act) => {
    const id = await place()
    await subscribe()
    await end(id, 'Completed')
    await act()
    await notifyWhenDue(id)
    expect([pushes(), await storedCount()]).toEqual([[], 0])
  })

  it('outlives the six hours of its session, which expires without a sign-out', async () => {
    await subscribe()
    const id = await place()
    service.clock.advance(6 * 3_600_000 + 60_000)
    asha = await service.as(user)
    meera = await service.as(await insertAdmin())
    await end(id, 'Completed')
    await notifyWhenDue(id)
    expect(pushes()).toHaveLength(1)
  })

  it('belongs to the latest user of a browser that two people use', async () => {
    const { body } = await subscribe()
    const id = await place()
    const other = await service.as(await insertCustomer())
    await other.call(pushOn, { body })
    await end(id, 'Completed')
    await notifyWhenDue(id)
    expect([pushes(), await storedCount()]).toEqual([[], 0])
  })

  it('is one for each browser, however often it subscribes, and the oldest of more than ten are removed', async () => {
    const { body } = await subscribe()
    await Promise.all(Array.from({ length: 5 }, () => subscribe(asha, body)))
    expect(await storedCount()).toBe(1)
    for (let count = 0; count < 11; count += 1) {
      service.clock.advance(1_000)
      await subscribe()
    }
    expect(await storedCount()).toBe(10)
    expect(await PushSubscriptionModel.exists({ endpoint: body.endpoint })).toBeNull()
  })

  it.each([
    'http://push.example.com/a',
    'https://127.0.0.1/a',
    'https://[::1]/a',
    'https://localhost/a',
    'https://169.254.169.254/latest/meta-data',
    'https://redis/a',
    'https://2130706433/a',
    'https://0x7f.1/a',
    'https://push.example.com:8443/a',
    'https://user:pass@push.example.com/a',
    'http://127.0.0.1:6379/a',
  ])('is refused for %s', async (endpoint) => {
    const body = { ...(await browserSubscription()), endpoint }
    const reply = await asha.request('/api/push', { method: 'POST', body: JSON.stringify(body) })
    expect(reply).toMatchObject({ status: 400, json: { code: 'invalid_request', field: 'endpoint' } })
    expect(await storedCount()).toBe(0)
  })

  it('is refused with a key that nothing can be encrypted for', async () => {
    const body = { ...(await browserSubscription()), p256dh: 'A'.repeat(87) }
    expect(await asha.request('/api/push', { method: 'POST', body: JSON.stringify(body) })).toMatchObject({
      status: 400,
    })
  })
})
