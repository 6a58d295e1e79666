import { randomUUID } from 'node:crypto'
import { createAccount, otpLogin, verifyOtp } from '@jhatpat/shared/contracts/sign-up.ts'
import {
  AccountNotificationModel,
  CodeHourModel,
  checkCodeUse,
  checkSmsBalance,
  type IUser,
  OtpModel,
} from '@jhatpat/shared/domain/accounts/index.ts'
import {
  NotificationModel,
  notifyCustomer,
  releaseSms,
  reserveSms,
} from '@jhatpat/shared/domain/notifications/index.ts'
import { OrderModel } from '@jhatpat/shared/domain/orders/index.ts'
import { afterEach, describe, expect, it } from 'vitest'
import { buy, giveMoney, orderBody, refusalOf } from '../../support/buying.ts'
import { insertAdmin, insertCustomer, testPassword } from '../../support/people.ts'
import { passSweepGrace } from '../../support/queue-time.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { insertShop } from '../../support/shop.ts'
import { inboxOf } from './account-inbox.ts'

let service: Service
let inbox: ReturnType<typeof inboxOf>
afterEach(() => service.stop())

const minuteMs = 60_000
const soon = { timeout: 15_000 }

async function start(env: Record<string, string> = {}) {
  service = await startService({ workers: true, env: { SMS_GAP_MS: '300000', ...env } })
  inbox = inboxOf(service)
}
const requestCode = (mobile: string) => service.guest.call(otpLogin, { body: { mobile } })
const enter = (mobile: string, otp: string) => service.guest.call(verifyOtp, { body: { mobile, otp } })
/** From an address of its own each time. */
let addresses = 0
const requestFrom = async (mobileNumber: string) => {
  addresses += 1
  const body = {
    name: 'Mallory',
    mobileNumber,
    email: `m.${randomUUID()}@example.test`,
    password: testPassword,
  }
  const { status } = await service.guest.request(`/api${createAccount.path}`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'x-forwarded-for': `198.51.${addresses >> 8}.${addresses & 255}` },
  })
  return status
}
/** All messages before this one have been sent once it has. */
async function settle() {
  await expect
    .poll(() => AccountNotificationModel.countDocuments({ 'due.notify.at': { $ne: null } }), soon)
    .toBe(0)
}

describe('a code that is requested again', () => {
  it('too early sends nothing, gets the same reply, and states the time left until it would', async () => {
    await start()
    const { mobilenumber: mobile } = await insertCustomer()
    const first = await requestCode(mobile)
    expect(first).toMatchObject({ success: true, retryAfter: 300 })
    const code = await inbox.codeOf(mobile)
    service.clock.advance(minuteMs)
    expect(await requestCode(mobile)).toEqual({ ...first, retryAfter: 240 })
    expect(await requestCode('9611111112')).toEqual(first)
    await settle()
    expect(inbox.texts(mobile)).toHaveLength(1)
    expect(await enter(mobile, code)).toMatchObject({ message: 'Signed in.' })
  })

  it('while it is valid is sent again, and its tries still count', async () => {
    await start()
    await service.simulators.control('sms', { spamWindowMs: 0 })
    const { mobilenumber: mobile } = await insertCustomer()
    await requestCode(mobile)
    const code = await inbox.codeOf(mobile)
    const wrong = code === '000000' ? '000001' : '000000'
    for (let tries = 0; tries < 3; tries++) await refusalOf(enter(mobile, wrong))
    service.clock.advance(5 * minuteMs)
    await requestCode(mobile)
    await expect.poll(() => inbox.texts(mobile).length, soon).toBe(2)
    expect(await inbox.codeOf(mobile)).toBe(code)
    expect(await OtpModel.findById(`sign_in/${mobile}`).lean()).toMatchObject({ tries: 3 })
    expect(JSON.stringify(await OtpModel.find().lean())).not.toContain(code)
    service.clock.advance(5 * minuteMs + 1)
    expect((await refusalOf(enter(mobile, code))).code).toBe('otp_expired')
  })

  it('by many at once is one message', async () => {
    await start()
    const { mobilenumber: mobile } = await insertCustomer()
    await Promise.all([1, 2, 3].map(() => requestCode(mobile)))
    await inbox.codeOf(mobile)
    await settle()
    expect(inbox.texts(mobile)).toHaveLength(1)
  })
})

describe('a number that was sent a message within five minutes', () => {
  it('gets its code by mail as well, and by text message once the vendor accepts it', async () => {
    await start()
    const user = await insertCustomer()
    const mobile = user.mobilenumber
    await requestCode(mobile)
    const code = await inbox.codeOf(mobile)
    const wrong = code === '000000' ? '000001' : '000000'
    for (let tries = 0; tries < 5; tries++) await refusalOf(enter(mobile, wrong))
    await requestCode(mobile)
    await expect.poll(() => inbox.mails(user.email).at(-1)?.text ?? '', soon).toMatch(/\b\d{6}\b/)
    const mailed = /\b\d{6}\b/.exec(inbox.mails(user.email).at(-1)!.text)![0]
    expect(inbox.texts(mobile)).toHaveLength(1)
    expect(await enter(mobile, mailed)).toMatchObject({ message: 'Signed in.' })
  })
})

const notify = (ref: string, { name, email, mobilenumber }: IUser) =>
  notifyCustomer(service.deps, {
    kind: 'order_completed',
    ref,
    to: { name, email, mobilenumber },
    facts: { itemname: '86 Diamonds', account: 'RaviOP', tookMs: 47_000 },
  })

describe('a text message without a code', () => {
  it('waits for five minutes after another one, and is sent then', async () => {
    await start()
    const user = await insertCustomer()
    expect(await notify('JP2611280000001', user)).toMatchObject({ mail: 'accepted', sms: 'accepted' })
    const { againAt, ...second } = await notify('JP2611280000002', user)
    expect(second).toEqual({ mail: 'accepted', sms: 'deferred' })
    const waitMs = +againAt! - +service.clock.now()
    expect(waitMs).toBeGreaterThan(4 * minuteMs)
    expect(waitMs).toBeLessThanOrEqual(5 * minuteMs)
    await service.simulators.control('sms', { spamWindowMs: 0 })
    service.clock.advance(5 * minuteMs)
    expect(await notify('JP2611280000002', user)).toEqual({ mail: 'accepted', sms: 'accepted' })
    expect(inbox.texts(user.mobilenumber)).toHaveLength(2)
  })

  it('leaves the number to a valid code: it is sent by mail, or waits where there is no address', async () => {
    await start()
    const user = await insertCustomer()
    await requestCode(user.mobilenumber)
    await inbox.codeOf(user.mobilenumber)
    service.clock.advance(6 * minuteMs)
    expect(await notify('JP2611280000003', user)).toEqual({ mail: 'accepted', sms: 'rejected' })
    const { againAt, ...waiting } = await notify('JP2611280000004', { ...user, email: '' })
    expect(waiting).toEqual({ mail: 'none', sms: 'deferred' })
    expect(+againAt! - +service.clock.now()).toBeGreaterThan(3 * minuteMs)
    expect(inbox.texts(user.mobilenumber)).toHaveLength(1)
  })

  it('that the vendor did not accept leaves the number free for the next one', async () => {
    await start()
    const user = await insertCustomer()
    await service.simulators.control('sms', { next: { outcome: 'refuse', code: '411' } })
    expect(await notify('JP2611280000005', user)).toMatchObject({ sms: 'rejected' })
    expect(await notify('JP2611280000006', user)).toMatchObject({ sms: 'accepted' })
  })

  it('that is refused late does not release a slot that another message has taken since', async () => {
    await start()
    const { mobilenumber: mobile } = await insertCustomer()
    const late = await reserveSms(service.deps, mobile, false)
    service.clock.advance(5 * minuteMs)
    await reserveSms(service.deps, mobile, true)
    if ('reason' in late) throw new Error('no turn')
    await releaseSms(mobile, late)
    expect(await reserveSms(service.deps, mobile, true)).toMatchObject({ reason: 'resting' })
  })
})

describe('text messages', () => {
  it('are not sent to impossible Indian mobile numbers, and the reply is the same', async () => {
    await start()
    expect(await requestCode('1234567890')).toEqual(await requestCode('9611111113'))
    const { mobilenumber } = await insertCustomer({ mobilenumber: '5234567890' })
    expect(await requestCode(mobilenumber)).toMatchObject({ success: true, retryAfter: 300 })
    await settle()
    expect(inbox.texts('1234567890')).toEqual([])
    expect(inbox.texts(mobilenumber)).toEqual([])
    expect(await NotificationModel.countDocuments({ channel: 'sms' })).toBe(0)
  })

  it('have an hourly budget for the whole shop; at half of it the owners get a mail, and buyers keep theirs', async () => {
    await start({ SMS_CODES_PER_HOUR: '6', TRUST_PROXY: '1' })
    const owner = await insertAdmin()
    const user = await insertCustomer()
    await giveMoney(user, 100_000)
    const shop = await insertShop()
    const id = await buy(await service.as(user), orderBody(user, shop.manual, { paymentmode: 'wallet' }))
    await OrderModel.updateOne({ _id: id }, { status: 'Completed' })
    const statuses = await Promise.all(
      Array.from({ length: 20 }, (_, index) => requestFrom(String(9_622_000_000 + index * 100_000))),
    )
    // Above half of the budget a proof of work is required, which these lack; concurrent requests are counted
    // exactly.
    const sent = statuses.filter((status) => status === 200).length
    expect(sent).toBeGreaterThanOrEqual(3)
    expect(sent).toBeLessThanOrEqual(6)
    expect(statuses.filter((status) => status === 429)).toHaveLength(20 - sent)
    passSweepGrace(service)
    await expect
      .poll(
        () =>
          inbox
            .mails(owner.email)
            .map(({ subject }) => subject)
            .join(),
        soon,
      )
      .toContain('Half of this hour’s codes')
    expect(await requestCode(user.mobilenumber)).toMatchObject({ success: true })
    expect(await inbox.codeOf(user.mobilenumber)).toMatch(/^\d{6}$/)
  })

  it('to impossible Indian mobile numbers use none of the budget', async () => {
    await start({ SMS_CODES_PER_HOUR: '4', SMS_CODES_PER_PREFIX: '2', TRUST_PROXY: '1' })
    const impossible = Array.from({ length: 6 }, (_, index) => String(5_000_000_000 + index))
    for (const number of impossible) expect(await requestFrom(number)).toBe(200)
    expect(await requestFrom('9644400000')).toBe(200)
  })

  it('have a budget for numbers with the same first digits', async () => {
    await start({ SMS_CODES_PER_PREFIX: '3', TRUST_PROXY: '1' })
    const statuses: number[] = []
    for (let index = 0; index < 5; index++) statuses.push(await requestFrom(String(9_633_300_000 + index)))
    expect(statuses).toEqual([200, 200, 200, 429, 429])
    expect(await requestFrom('9644400000')).toBe(200)
  })
})

describe('the account for text messages', () => {
  it('is read daily, and the owners get a mail when its balance is low', async () => {
    await start()
    const owner = await insertAdmin()
    await service.simulators.control('sms', { balancePaise: 20_000 })
    await checkSmsBalance(service.deps)
    await service.simulators.control('sms', { balancePaise: 19_999 })
    await checkSmsBalance(service.deps)
    const alerts = () => inbox.mails(owner.email).filter(({ subject }) => subject.includes('text messages'))
    passSweepGrace(service)
    await expect.poll(() => alerts().length, soon).toBe(1)
    expect(alerts()[0]!.text).toContain('₹199.99')
  })
})

describe('the codes of an hour', () => {
  it.each([
    ['fewer than a third', 3, 1],
    ['a third', 4, 0],
  ] as const)('notify the owners only when few are used: %s', async (_what, used, mails) => {
    await start()
    const owner = await insertAdmin()
    for (let count = 0; count < 12; count++) {
      const { mobilenumber } = await insertCustomer({ mobilenumber: String(9_655_500_000 + count) })
      await requestCode(mobilenumber)
      const code = await inbox.codeOf(mobilenumber)
      if (count < used) await enter(mobilenumber, code)
    }
    await settle()
    expect(await CodeHourModel.find().lean()).toMatchObject([{ sent: 12, used }])
    service.clock.advance(60 * minuteMs)
    await checkCodeUse(service.deps)
    passSweepGrace(service)
    await settle()
    const alerts = () => inbox.mails(owner.email).filter(({ subject }) => subject.startsWith('Few codes'))
    await expect.poll(() => alerts().length, soon).toBe(mails)
  })
})
