import { editProfile, otpLogin, otpTimer, verifyOtp } from '@jhatpat/shared/contracts/sign-up.ts'
import {
  AccountNotificationModel,
  OtpModel,
  SessionModel,
  signInByOtp,
} from '@jhatpat/shared/domain/accounts/index.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { refusalOf, until } from '../../support/buying.ts'
import { insertCustomer } from '../../support/people.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { inboxOf } from './account-inbox.ts'

let service: Service
let inbox: ReturnType<typeof inboxOf>
beforeAll(async () => {
  service = await startService({ workers: true })
  inbox = inboxOf(service)
})
beforeEach(async () => {
  await service.simulators.reset('all')
  await service.simulators.control('sms', { spamWindowMs: 0 })
})
afterAll(() => service.stop())

const requestCode = (mobile: string) => service.guest.call(otpLogin, { body: { mobile } })
const enter = (mobile: string, otp: string) => service.guest.call(verifyOtp, { body: { mobile, otp } })
const timer = (mobile: string) => service.guest.call(otpTimer, { body: { mobile } })
const otherThan = (code: string) => (code === '000000' ? '000001' : '000000')

async function withCode() {
  const user = await insertCustomer()
  await requestCode(user.mobilenumber)
  return { user, mobile: user.mobilenumber, code: await inbox.codeOf(user.mobilenumber) }
}

describe('signing in by OTP', () => {
  it('CALL-35 CALL-37 takes mobile, sends a code, and for it replies with success, message, token and user', async () => {
    const user = await insertCustomer()
    expect(await requestCode(user.mobilenumber)).toEqual({
      success: true,
      message: 'If this number has an account, an OTP is on its way to it.',
    })
    const reply = await enter(user.mobilenumber, await inbox.codeOf(user.mobilenumber))
    expect(reply).toMatchObject({
      success: true,
      message: 'Signed in.',
      token: expect.stringMatching(/^[\w-]{43}$/),
      user: { _id: user._id.toHexString(), mobilenumber: user.mobilenumber },
    })
    const request = { method: 'POST', body: JSON.stringify({ requiredRoles: ['user'] }) }
    expect((await service.withToken(reply.token).request('/api/auth/validateuser', request)).status).toBe(200)
  })

  it('records the client, for the list of devices', async () => {
    const { user, mobile, code } = await withCode()
    await enter(mobile, code)
    expect(await SessionModel.findOne({ userId: user._id }).lean()).toMatchObject({ address: '127.0.0.x' })
  })

  it('CALL-36 returns the ms for which the code is valid, and 0 when there is none', async () => {
    const { mobile } = await withCode()
    expect(await timer(mobile)).toMatchObject({ success: true, message: 'The OTP is still good.' })
    expect((await timer(mobile)).timer).toBeGreaterThan(9 * 60_000)
    service.clock.advance(10 * 60_000 + 1)
    expect(await timer(mobile)).toEqual({ success: true, timer: 0, message: 'Please request a new OTP.' })
  })

  it('signs in one of five requests with one code at once', async () => {
    const { mobile, code } = await withCode()
    const tries = await Promise.allSettled(
      Array.from({ length: 5 }, () => signInByOtp(service.deps, { mobile, otp: code })),
    )
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await refusalOf(enter(mobile, code))).code).toBe('otp_expired')
  })

  it('counts five of a hundred tries at once, and then the right code is invalid too', async () => {
    const { mobile, code } = await withCode()
    const tries = await Promise.allSettled(
      Array.from({ length: 100 }, () => signInByOtp(service.deps, { mobile, otp: otherThan(code) })),
    )
    const codes = tries.map((one) => (one.status === 'rejected' ? one.reason.code : 'in'))
    expect(codes.filter((one) => one === 'otp_mismatch')).toHaveLength(5)
    expect(codes.filter((one) => one === 'otp_expired')).toHaveLength(95)
    expect(await OtpModel.findById(`sign_in/${mobile}`).lean()).toMatchObject({ tries: 5 })
    const refusal = await refusalOf(enter(mobile, code))
    expect(refusal.reply).toMatchObject({
      code: 'otp_expired',
      message: 'Five wrong tries. This OTP no longer works. Please request a new OTP.',
      triesLeft: 0,
    })
  })

  it('says how many tries are left', async () => {
    const { mobile, code } = await withCode()
    const left: unknown[] = []
    for (let tries = 0; tries < 5; tries++) {
      left.push((await refusalOf(enter(mobile, otherThan(code)))).reply.triesLeft)
    }
    expect(left).toEqual([4, 3, 2, 1, 0])
    service.clock.advance(10 * 60_000 + 1)
    const { reply } = await refusalOf(enter(mobile, code))
    expect(reply.message).toBe('OTP has expired. Please request a new OTP.')
    expect(reply.triesLeft).toBeUndefined()
  })

  it('accepts no code after ten minutes, and only the newest', async () => {
    const { mobile, code } = await withCode()
    await requestCode(mobile)
    await expect.poll(() => inbox.texts(mobile).length, { timeout: 15_000 }).toBe(2)
    const newest = await inbox.codeOf(mobile)
    if (newest !== code) expect((await refusalOf(enter(mobile, code))).code).toBe('otp_mismatch')
    service.clock.advance(10 * 60_000 + 1)
    expect((await refusalOf(enter(mobile, newest))).code).toBe('otp_expired')
  })

  it('accepts no code that was sent for signing up', async () => {
    const { mobile, code } = await withCode()
    await OtpModel.create({
      ...(await OtpModel.findById(`sign_in/${mobile}`).lean()),
      _id: 'sign_in/9699999999',
    })
    expect((await refusalOf(enter('9699999999', code))).code).toBe('otp_mismatch')
  })

  it('gives the same reply for a number without an account and a blocked one, which get no code', async () => {
    const blocked = await insertCustomer({ isBlocked: true })
    const withAccount = await withCode()
    for (const mobile of ['9611111111', blocked.mobilenumber]) {
      expect(await requestCode(mobile)).toEqual(await requestCode((await insertCustomer()).mobilenumber))
      expect((await timer(mobile)).timer).toBeGreaterThan(9 * 60_000)
      const refusals = [
        await refusalOf(enter(mobile, '482913')),
        await refusalOf(enter(withAccount.mobile, otherThan(withAccount.code))),
      ]
      expect(refusals[0]?.reply.message).toBe(refusals[1]?.reply.message)
      for (let more = 0; more < 4; more++) await refusalOf(enter(mobile, '482913'))
      expect((await refusalOf(enter(mobile, '482913'))).code).toBe('otp_expired')
    }
    for (const mobile of ['9611111111', blocked.mobilenumber]) {
      const unsent = { about: mobile, 'due.notify.at': { $ne: null } }
      await until(
        () => AccountNotificationModel.countDocuments(unsent),
        (left) => left === 0,
      )
      expect(await AccountNotificationModel.countDocuments({ about: mobile })).toBeGreaterThan(0)
      expect(inbox.texts(mobile)).toEqual([])
    }
  })

  it('requires a verified e-mail address, and mails the link', async () => {
    const user = await insertCustomer({ verified: false })
    await requestCode(user.mobilenumber)
    const refusal = await refusalOf(enter(user.mobilenumber, await inbox.codeOf(user.mobilenumber)))
    expect(refusal.code).toBe('email_unverified')
    expect(await inbox.linkOf(user.email)).toContain('/verification/')
  })
})

describe('POST /user/edit-profile', () => {
  it('CALL-18 CALL-19 takes userid and name, replies with success, user and message, and stores the user', async () => {
    const user = await insertCustomer()
    const person = await service.as(user)
    const reply = await person.call(editProfile, { body: { userid: user.userid, name: '  Asha R.  ' } })
    expect(reply).toMatchObject({
      success: true,
      message: 'Profile updated successfully, please relogin.',
      user: { _id: user._id.toHexString(), userid: user.userid, name: 'Asha R.', email: user.email },
    })
    const { name } = (await person.call(editProfile, { body: { userid: String(user._id), name: 'Asha' } }))
      .user
    expect(name).toBe('Asha')
  })

  it('does not find another user', async () => {
    const [one, other] = [await insertCustomer(), await insertCustomer()]
    const person = await service.as(one)
    const refusal = await refusalOf(person.call(editProfile, { body: { userid: other.userid, name: 'X' } }))
    expect(refusal.status).toBe(404)
  })
})
