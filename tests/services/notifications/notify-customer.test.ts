import { supplyAlarms } from '@jhatpat/shared/contracts/supply.ts'
import { SupplyAlarmModel } from '@jhatpat/shared/domain/alarms/index.ts'
import { type Notice, NoticeModel, notifyCustomer } from '@jhatpat/shared/domain/notifications/index.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { anAdmin } from '../../support/people.ts'
import { type Service, startService } from '../../support/service-harness.ts'

const minuteMs = 60_000

let service: Service
beforeAll(async () => {
  service = await startService()
})
beforeEach(async () => {
  await service.simulators.reset('all')
  await SupplyAlarmModel.deleteMany({})
})
afterAll(() => service.stop())

let count = 0

function aNotice(to: Partial<Notice['to']> = {}): Notice {
  count += 1
  return {
    kind: 'order_completed',
    ref: `JP261121${String(count).padStart(6, '0')}`,
    to: { name: 'Asha', email: 'asha@example.test', mobilenumber: String(9_000_000_000 + count), ...to },
    facts: { itemname: '86 Diamonds', account: 'RaviOP', tookMs: 47_000 },
  }
}

const lateRefund = (notice: Notice): Notice => ({
  ...notice,
  kind: 'order_refunded',
  facts: { itemname: '86 Diamonds', amountPaise: 1, pricePaise: 1, cause: 'late', reason: '' },
})

const notify = (notice: Notice) => notifyCustomer(service.deps, notice)
const sent = () => ({
  mail: service.simulators.journal('mail').length,
  sms: service.simulators.journal('sms').length,
})
const minutesFromNow = (at: Date | undefined) =>
  at && Math.round((at.getTime() - service.clock.now().getTime()) / minuteMs)

/** Moves time to when a notice can be tried again, and tries. */
async function notifyWhenDue(notice: Notice) {
  const { againAt } = await notify(notice)
  service.clock.advance((againAt?.getTime() ?? 0) - service.clock.now().getTime())
  return notify(notice)
}

describe('notifyCustomer', () => {
  it('sends a mail and a text message that lead to the order', async () => {
    const notice = aNotice()
    expect(await notify(notice)).toEqual({ mail: 'accepted', sms: 'accepted' })
    const link = `${service.env.PUBLIC_URL}/confirmation?client_txn_id=${notice.ref}`
    expect(service.simulators.journal('mail')).toMatchObject([
      {
        to: ['asha@example.test'],
        subject: `Delivered: 86 Diamonds · ${notice.ref}`,
        text: expect.stringContaining(link),
        html: expect.stringContaining(link),
      },
    ])
    expect(service.simulators.journal('sms')).toMatchObject([
      {
        numbers: [notice.to.mobilenumber],
        text: expect.stringContaining(`${service.env.PUBLIC_URL}/o/${notice.ref}`),
        parts: 1,
      },
    ])
  })

  it('sends each once, run ten times at once and again later', async () => {
    const notice = aNotice()
    await Promise.all(Array.from({ length: 10 }, () => notify(notice)))
    expect(await notify(notice)).toEqual({ mail: 'accepted', sms: 'accepted' })
    expect(sent()).toEqual({ mail: 1, sms: 1 })
  })

  it('tells another kind and another occasion of the same order by mail; a second text message there is not', async () => {
    await service.simulators.control('sms', { spamWindowMs: 0 })
    const notice = aNotice()
    await Promise.all([notify(notice), notify(lateRefund(notice))])
    await notify({ ...lateRefund(notice), occasion: 'second payment' })
    expect(sent()).toEqual({ mail: 3, sms: 1 })
  })

  it('says what is true when it leaves, not what was when it was asked for', async () => {
    const notice = aNotice()
    await notifyCustomer(service.deps, notice, async () => ({
      ...notice,
      kind: 'order_completed',
      facts: { itemname: '86 Diamonds', account: 'AshaOP', tookMs: 90_000 },
    }))
    expect(service.simulators.journal('mail')[0]?.text).toContain('delivered to AshaOP, 90 seconds')
  })

  it('sends nothing that has become untrue, and leaves it to whoever asks with the truth', async () => {
    const notice = aNotice()
    const result = await notifyCustomer(service.deps, notice, async () => undefined)
    expect(result).toMatchObject({ mail: 'later', sms: 'later', againAt: expect.any(Date) })
    expect(sent()).toEqual({ mail: 0, sms: 0 })
    await notify(lateRefund(notice))
    expect(service.simulators.journal('sms')).toMatchObject([
      { text: expect.stringContaining('after the order had closed') },
    ])
  })

  it('sends later what could not be read anew, and says why', async () => {
    const notice = aNotice()
    const broken = notifyCustomer(service.deps, notice, async () => {
      throw new Error('no database')
    })
    await expect(broken).rejects.toThrow('no database')
    expect(await notify(notice)).toEqual({ mail: 'accepted', sms: 'accepted' })
  })

  it('passes over an address that the customer does not have', async () => {
    expect(await notify(aNotice({ mobilenumber: '' }))).toEqual({ mail: 'accepted', sms: 'none' })
    expect(sent()).toEqual({ mail: 1, sms: 0 })
  })
})

describe('what may have gone out', () => {
  it.each(['sms', 'mail'] as const)('is never sent again by %s', async (channel) => {
    await service.simulators.control(channel, { next: { outcome: 'reset_accepted' } })
    const notice = aNotice()
    const result = { mail: 'accepted', sms: 'accepted', [channel]: 'unknown' }
    expect(await notify(notice)).toEqual(result)
    service.clock.advance(2 * 60 * minuteMs)
    expect(await notify(notice)).toEqual(result)
    expect(sent()).toEqual({ mail: 1, sms: 1 })
  })

  it('is called unknown when its sender died during the call, after two minutes', async () => {
    const notice = aNotice()
    await notify(notice)
    const now = service.clock.now()
    await NoticeModel.updateMany({ ref: notice.ref }, { $set: { status: 'sending', sendingSince: now } })
    const lostAt = new Date(now.getTime() + 2 * minuteMs)
    expect(await notify(notice)).toEqual({ mail: 'sending', sms: 'sending', againAt: lostAt })
    service.clock.advance(121_000)
    expect(await notify(notice)).toEqual({ mail: 'unknown', sms: 'unknown' })
    expect(sent()).toEqual({ mail: 1, sms: 1 })
  })
})

describe('what certainly did not go out', () => {
  it.each([
    ['a server that is down', { down: true }, { down: false }],
    ['one that is too busy', { greeting: 421 }, { greeting: null }],
    ['a no for now', { next: { outcome: 'refuse', code: '451' } }, {}],
  ])(
    'by mail because of %s is sent a minute later, and the text message not again',
    async (_what, trouble, end) => {
      await service.simulators.control('mail', trouble)
      const notice = aNotice()
      const first = await notify(notice)
      expect(first).toMatchObject({ mail: 'later', sms: 'accepted' })
      expect(minutesFromNow(first.againAt)).toBe(1)
      await service.simulators.control('mail', end)
      expect(await notify(notice)).toMatchObject({ mail: 'later' })
      expect(sent()).toEqual({ mail: 0, sms: 1 })
      expect(await notifyWhenDue(notice)).toEqual({ mail: 'accepted', sms: 'accepted' })
      expect(sent()).toEqual({ mail: 1, sms: 1 })
    },
  )

  it('by text message because the account was empty is sent once it is full', async () => {
    await service.simulators.control('sms', { balancePaise: 0 })
    const notice = aNotice()
    expect(await notify(notice)).toMatchObject({ mail: 'accepted', sms: 'later' })
    await service.simulators.control('sms', { balancePaise: 10_000 })
    expect(await notifyWhenDue(notice)).toEqual({ mail: 'accepted', sms: 'accepted' })
    expect(sent()).toEqual({ mail: 1, sms: 1 })
  })

  it('because it came too soon after another message waits five minutes', async () => {
    const first = aNotice()
    const second = aNotice({ mobilenumber: first.to.mobilenumber })
    await notify(first)
    const result = await notify(second)
    expect(result).toMatchObject({ mail: 'accepted', sms: 'later' })
    expect(minutesFromNow(result.againAt)).toBe(5)
    expect(await notifyWhenDue(second)).toEqual({ mail: 'accepted', sms: 'accepted' })
    expect(sent()).toEqual({ mail: 2, sms: 2 })
  })

  it('is tried after 1, 5, 15 and 60 minutes, then hourly for a day, and then given up with an alarm', async () => {
    await service.simulators.control('mail', { down: true })
    const alarms: unknown[][] = []
    const log = Object.assign(Object.create(service.deps.log), {
      error: (facts: object, text: string) => 'ref' in facts && alarms.push([facts, text]),
    })
    const notice = aNotice()
    const tryIt = () => notifyCustomer({ ...service.deps, log }, notice)
    const waits: (number | undefined)[] = []
    let result = await tryIt()
    while (result.againAt) {
      waits.push(minutesFromNow(result.againAt))
      expect(alarms).toEqual([])
      service.clock.advance(result.againAt.getTime() - service.clock.now().getTime())
      result = await tryIt()
    }
    expect(waits.slice(0, 6)).toEqual([1, 5, 15, 60, 60, 60])
    expect(waits.reduce<number>((sum, wait) => sum + (wait ?? 0), 0)).toBeGreaterThan(22 * 60)
    expect(waits).toHaveLength(26)
    expect(result).toEqual({ mail: 'given_up', sms: 'accepted' })
    expect(alarms).toMatchObject([
      [{ ref: notice.ref, channel: 'mail' }, 'a notice was given up after a day'],
    ])
    await service.simulators.control('mail', { down: false })
    expect((await tryIt()).mail).toBe('given_up')
    expect(sent()).toEqual({ mail: 0, sms: 1 })
  })

  it('and never will, ends at once', async () => {
    const notice = aNotice({ email: 'nobody@example.test' })
    await service.simulators.control('sms', { next: { outcome: 'refuse', code: '411' } })
    expect(await notify(notice)).toEqual({ mail: 'refused', sms: 'refused' })
    service.clock.advance(60 * minuteMs)
    expect(await notify(notice)).toEqual({ mail: 'refused', sms: 'refused' })
    expect(sent()).toEqual({ mail: 0, sms: 0 })
  })
})

describe('an alarm', () => {
  const alarms = async () => (await service.as(await anAdmin())).call(supplyAlarms)

  it('tells at once of an account that has to be set right, once a minute, and ends when all has gone out', async () => {
    await service.simulators.control('sms', { balancePaise: 0 })
    await Promise.all([notify(aNotice()), notify(aNotice())])
    const alarm = { kind: 'messages_wait', account: 'sms', detail: expect.stringContaining('416') }
    expect(await alarms()).toMatchObject([alarm])
    const { count } = await SupplyAlarmModel.findOne({ kind: 'messages_wait' }).orFail().lean()
    await notify(aNotice())
    service.clock.advance(minuteMs)
    await notify(aNotice())
    expect(await alarms()).toMatchObject([{ ...alarm, count: count + 1 }])
    service.clock.advance(71 * minuteMs)
    expect(await alarms()).toEqual([])
  })

  it('tells of a server that is away at the second try, and not of one that was for a moment', async () => {
    await service.simulators.control('mail', { down: true })
    const notice = aNotice()
    await notify(notice)
    expect(await alarms()).toEqual([])
    await notifyWhenDue(notice)
    expect(await alarms()).toMatchObject([{ kind: 'messages_wait', account: 'mail' }])
  })

  it('tells nothing of what is about one message or one number', async () => {
    await service.simulators.control('sms', { next: { outcome: 'refuse', code: '411' } })
    await service.simulators.control('mail', { next: { outcome: 'refuse', code: '451' } })
    const notice = aNotice()
    expect(await notify(notice)).toMatchObject({ mail: 'later', sms: 'refused' })
    await service.simulators.control('mail', { next: { outcome: 'refuse', code: '451' } })
    await notifyWhenDue(notice)
    const tooSoon = aNotice({ mobilenumber: notice.to.mobilenumber })
    await notify(tooSoon)
    expect((await notifyWhenDue(aNotice({ mobilenumber: notice.to.mobilenumber }))).mail).toBe('accepted')
    expect(await alarms()).toEqual([])
  })
})
