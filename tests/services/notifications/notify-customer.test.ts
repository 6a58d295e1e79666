import { supplyAlerts } from '@jhatpat/shared/contracts/supply.ts'
import { AlertModel } from '@jhatpat/shared/domain/alerts/index.ts'
import {
  type Notification,
  NotificationModel,
  notifyCustomer,
} from '@jhatpat/shared/domain/notifications/index.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { insertAdmin } from '../../support/people.ts'
import { type Service, startService } from '../../support/service-harness.ts'

const minuteMs = 60_000

let service: Service
beforeAll(async () => {
  service = await startService()
})
beforeEach(async () => {
  await service.simulators.reset('all')
  await AlertModel.deleteMany({})
})
afterAll(() => service.stop())

let count = 0

function aNotification(to: Partial<Notification['to']> = {}): Notification {
  count += 1
  return {
    kind: 'order_completed',
    ref: `JP261121${String(count).padStart(6, '0')}`,
    to: { name: 'Asha', email: 'asha@example.test', mobilenumber: String(9_000_000_000 + count), ...to },
    facts: { itemname: '86 Diamonds', account: 'RaviOP', tookMs: 47_000 },
  }
}

const lateRefund = (notification: Notification): Notification => ({
  ...notification,
  kind: 'order_refunded',
  facts: { itemname: '86 Diamonds', amountPaise: 1, pricePaise: 1, cause: 'late', reason: '' },
})

const notify = (notification: Notification) => notifyCustomer(service.deps, notification)
const sent = () => ({
  mail: service.simulators.journal('mail').length,
  sms: service.simulators.journal('sms').length,
})
const minutesFromNow = (at: Date | undefined) =>
  at && Math.round((at.getTime() - service.clock.now().getTime()) / minuteMs)

/** Advances the clock to the next retry of a notification, and retries. */
async function notifyWhenDue(notification: Notification) {
  const { againAt } = await notify(notification)
  service.clock.advance((againAt?.getTime() ?? 0) - service.clock.now().getTime())
  return notify(notification)
}

describe('notifyCustomer', () => {
  it('sends a mail and a text message that link to the order', async () => {
    const notification = aNotification()
    expect(await notify(notification)).toEqual({ mail: 'accepted', sms: 'accepted' })
    const link = `${service.env.PUBLIC_URL}/confirmation?client_txn_id=${notification.ref}`
    expect(service.simulators.journal('mail')).toMatchObject([
      {
        to: ['asha@example.test'],
        subject: `Delivered: 86 Diamonds · ${notification.ref}`,
        text: expect.stringContaining(link),
        html: expect.stringContaining(link),
      },
    ])
    expect(service.simulators.journal('sms')).toMatchObject([
      {
        numbers: [notification.to.mobilenumber],
        text: expect.stringContaining(`${service.env.PUBLIC_URL}/o/${notification.ref}`),
        parts: 1,
      },
    ])
  })

  it('sends each once, run ten times at once and again later', async () => {
    const notification = aNotification()
    await Promise.all(Array.from({ length: 10 }, () => notify(notification)))
    expect(await notify(notification)).toEqual({ mail: 'accepted', sms: 'accepted' })
    expect(sent()).toEqual({ mail: 1, sms: 1 })
  })

  it('sends another kind and another dedupe key of the same order by mail, without a second text message', async () => {
    await service.simulators.control('sms', { spamWindowMs: 0 })
    const notification = aNotification()
    await Promise.all([notify(notification), notify(lateRefund(notification))])
    await notify({ ...lateRefund(notification), dedupeKey: 'second payment' })
    expect(sent()).toEqual({ mail: 3, sms: 1 })
  })

  it('sends the state at the time of sending, not at the time of the request', async () => {
    const notification = aNotification()
    await notifyCustomer(service.deps, notification, async () => ({
      ...notification,
      kind: 'order_completed',
      facts: { itemname: '86 Diamonds', account: 'AshaOP', tookMs: 90_000 },
    }))
    expect(service.simulators.journal('mail')[0]?.text).toContain('delivered to AshaOP in 90 seconds')
  })

  it('sends nothing that is outdated, and leaves it to the notification with the current state', async () => {
    const notification = aNotification()
    const result = await notifyCustomer(service.deps, notification, async () => undefined)
    expect(result).toMatchObject({ mail: 'deferred', sms: 'deferred', againAt: expect.any(Date) })
    expect(sent()).toEqual({ mail: 0, sms: 0 })
    await notify(lateRefund(notification))
    expect(service.simulators.journal('sms')).toMatchObject([
      { text: expect.stringContaining('after the order had closed') },
    ])
  })

  it('sends later when the current state cannot be read, with the reason', async () => {
    const notification = aNotification()
    const broken = notifyCustomer(service.deps, notification, async () => {
      throw new Error('no database')
    })
    await expect(broken).rejects.toThrow('no database')
    expect(await notify(notification)).toEqual({ mail: 'accepted', sms: 'accepted' })
  })

  it('skips an address that the customer does not have', async () => {
    expect(await notify(aNotification({ mobilenumber: '' }))).toEqual({ mail: 'accepted', sms: 'none' })
    expect(sent()).toEqual({ mail: 1, sms: 0 })
  })
})

describe('a message that may have been sent', () => {
  it.each(['sms', 'mail'] as const)('is never sent again by %s', async (channel) => {
    await service.simulators.control(channel, { next: { outcome: 'reset_accepted' } })
    const notification = aNotification()
    const result = { mail: 'accepted', sms: 'accepted', [channel]: 'unknown' }
    expect(await notify(notification)).toEqual(result)
    service.clock.advance(2 * 60 * minuteMs)
    expect(await notify(notification)).toEqual(result)
    expect(sent()).toEqual({ mail: 1, sms: 1 })
  })

  it('is recorded as unknown two minutes after its sender crashed during the call', async () => {
    const notification = aNotification()
    await notify(notification)
    const now = service.clock.now()
    await NotificationModel.updateMany({ ref: notification.ref }, { $set: { status: 'sending', since: now } })
    const lostAt = new Date(now.getTime() + 2 * minuteMs)
    expect(await notify(notification)).toEqual({ mail: 'sending', sms: 'sending', againAt: lostAt })
    service.clock.advance(121_000)
    expect(await notify(notification)).toEqual({ mail: 'unknown', sms: 'unknown' })
    expect(sent()).toEqual({ mail: 1, sms: 1 })
  })
})

describe('a message that was certainly not sent', () => {
  it.each([
    ['a server that is down', { down: true }, { down: false }],
    ['one that is too busy', { greeting: 421 }, { greeting: null }],
    ['a no for now', { next: { outcome: 'refuse', code: '451' } }, {}],
  ])(
    'by mail because of %s is sent a minute later, and the text message not again',
    async (_what, trouble, end) => {
      await service.simulators.control('mail', trouble)
      const notification = aNotification()
      const first = await notify(notification)
      expect(first).toMatchObject({ mail: 'deferred', sms: 'accepted' })
      expect(minutesFromNow(first.againAt)).toBe(1)
      await service.simulators.control('mail', end)
      expect(await notify(notification)).toMatchObject({ mail: 'deferred' })
      expect(sent()).toEqual({ mail: 0, sms: 1 })
      expect(await notifyWhenDue(notification)).toEqual({ mail: 'accepted', sms: 'accepted' })
      expect(sent()).toEqual({ mail: 1, sms: 1 })
    },
  )

  it('by text message because the account was empty is sent once it is full', async () => {
    await service.simulators.control('sms', { balancePaise: 0 })
    const notification = aNotification()
    expect(await notify(notification)).toMatchObject({ mail: 'accepted', sms: 'deferred' })
    await service.simulators.control('sms', { balancePaise: 10_000 })
    expect(await notifyWhenDue(notification)).toEqual({ mail: 'accepted', sms: 'accepted' })
    expect(sent()).toEqual({ mail: 1, sms: 1 })
  })

  it('because it came too soon after another message waits five minutes', async () => {
    const first = aNotification()
    const second = aNotification({ mobilenumber: first.to.mobilenumber })
    await notify(first)
    const result = await notify(second)
    expect(result).toMatchObject({ mail: 'accepted', sms: 'deferred' })
    expect(minutesFromNow(result.againAt)).toBe(5)
    expect(await notifyWhenDue(second)).toEqual({ mail: 'accepted', sms: 'accepted' })
    expect(sent()).toEqual({ mail: 2, sms: 2 })
  })

  it('is retried after 1, 5, 15 and 60 minutes, then hourly for a day, and then expires with an alert', async () => {
    await service.simulators.control('mail', { down: true })
    const alerts: unknown[][] = []
    const log = Object.assign(Object.create(service.deps.log), {
      error: (facts: object, text: string) => 'ref' in facts && alerts.push([facts, text]),
    })
    const notification = aNotification()
    const tryIt = () => notifyCustomer({ ...service.deps, log }, notification)
    const waits: (number | undefined)[] = []
    let result = await tryIt()
    while (result.againAt) {
      waits.push(minutesFromNow(result.againAt))
      expect(alerts).toEqual([])
      service.clock.advance(result.againAt.getTime() - service.clock.now().getTime())
      result = await tryIt()
    }
    expect(waits.slice(0, 6)).toEqual([1, 5, 15, 60, 60, 60])
    expect(waits.reduce<number>((sum, wait) => sum + (wait ?? 0), 0)).toBeGreaterThan(22 * 60)
    expect(waits).toHaveLength(26)
    expect(result).toEqual({ mail: 'expired', sms: 'accepted' })
    expect(alerts).toMatchObject([[{ ref: notification.ref, channel: 'mail' }, 'notification expired']])
    await service.simulators.control('mail', { down: false })
    expect((await tryIt()).mail).toBe('expired')
    expect(sent()).toEqual({ mail: 0, sms: 1 })
  })

  it('and cannot be, ends at once', async () => {
    const notification = aNotification({ email: 'nobody@example.test' })
    await service.simulators.control('sms', { next: { outcome: 'refuse', code: '411' } })
    expect(await notify(notification)).toEqual({ mail: 'rejected', sms: 'rejected' })
    service.clock.advance(60 * minuteMs)
    expect(await notify(notification)).toEqual({ mail: 'rejected', sms: 'rejected' })
    expect(sent()).toEqual({ mail: 0, sms: 0 })
  })
})

describe('an alert', () => {
  const alerts = async () => (await service.as(await insertAdmin())).call(supplyAlerts)

  it('reports an account that has to be fixed at once, once a minute, and ends when all messages are sent', async () => {
    await service.simulators.control('sms', { balancePaise: 0 })
    await Promise.all([notify(aNotification()), notify(aNotification())])
    const alert = { kind: 'messages_wait', account: 'sms', detail: expect.stringContaining('416') }
    expect(await alerts()).toMatchObject([alert])
    const { count } = await AlertModel.findOne({ kind: 'messages_wait' }).orFail().lean()
    await notify(aNotification())
    service.clock.advance(minuteMs)
    await notify(aNotification())
    expect(await alerts()).toMatchObject([{ ...alert, count: count + 1 }])
    service.clock.advance(71 * minuteMs)
    expect(await alerts()).toEqual([])
  })

  it('reports a server that is unavailable at the second try, and not one that was unavailable briefly', async () => {
    await service.simulators.control('mail', { down: true })
    const notification = aNotification()
    await notify(notification)
    expect(await alerts()).toEqual([])
    await notifyWhenDue(notification)
    expect(await alerts()).toMatchObject([{ kind: 'messages_wait', account: 'mail' }])
  })

  it('reports nothing about one message or one number', async () => {
    await service.simulators.control('sms', { next: { outcome: 'refuse', code: '411' } })
    await service.simulators.control('mail', { next: { outcome: 'refuse', code: '451' } })
    const notification = aNotification()
    expect(await notify(notification)).toMatchObject({ mail: 'deferred', sms: 'rejected' })
    await service.simulators.control('mail', { next: { outcome: 'refuse', code: '451' } })
    await notifyWhenDue(notification)
    const tooSoon = aNotification({ mobilenumber: notification.to.mobilenumber })
    await notify(tooSoon)
    expect((await notifyWhenDue(aNotification({ mobilenumber: notification.to.mobilenumber }))).mail).toBe(
      'accepted',
    )
    expect(await alerts()).toEqual([])
  })
})
