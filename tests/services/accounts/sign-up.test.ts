import { login } from '@jhatpat/shared/contracts/accounts.ts'
import {
  createAccount,
  forgetPassword,
  otpLogin,
  resetPassword,
  verifyAndRegister,
  verifyMail,
} from '@jhatpat/shared/contracts/sign-up.ts'
import {
  AccountNotificationModel,
  findUserByEmail,
  notifyAccount,
  UserModel,
} from '@jhatpat/shared/domain/accounts/index.ts'
import { hash } from '@node-rs/argon2'
import mongoose from 'mongoose'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { refusalOf } from '../../support/buying.ts'
import { insertCustomer, testPassword } from '../../support/people.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { inboxOf } from './account-inbox.ts'

let service: Service
let inbox: ReturnType<typeof inboxOf>
beforeAll(async () => {
  service = await startService({ workers: true, env: { TRUST_PROXY: '1' } })
  inbox = inboxOf(service)
})
beforeEach(async () => {
  await service.simulators.reset('all')
  await service.simulators.control('sms', { spamWindowMs: 0 })
})
afterAll(() => service.stop())

const unverified =
  'Please verify your email address. A verification email has been sent to your inbox. If you don’t see it, kindly check your spam or junk folder.'

let count = 0
function aRegistration() {
  count += 1
  const mobileNumber = String(9_700_000_000 + count)
  return { name: 'Asha Rao', mobileNumber, email: `new${count}@example.test`, password: testPassword }
}
type Registration = ReturnType<typeof aRegistration>

const requestCode = (body: Registration) => service.guest.call(createAccount, { body })
const register = (body: Registration & { otp: string }) => service.guest.call(verifyAndRegister, { body })
const signIn = (email: string, password = testPassword) =>
  service.guest.call(login, { body: { email, password } })

async function registerUser() {
  const registration = aRegistration()
  await requestCode(registration)
  await register({ ...registration, otp: await inbox.codeOf(registration.mobileNumber) })
  return registration
}

describe('signing up', () => {
  it('CALL-28 CALL-29 takes name, mobileNumber, email and password, replies with msg and sends an OTP', async () => {
    const registration = aRegistration()
    expect(await requestCode(registration)).toEqual({
      msg: 'OTP sent successfully. Please verify your account.',
    })
    const code = await inbox.codeOf(registration.mobileNumber)
    expect(code).toMatch(/^\d{6}$/)
    expect(inbox.texts(registration.mobileNumber)).toEqual([
      `Jhatpat: ${code} is your code, good for 10 minutes. Tell it to nobody: we never ask for it.`,
    ])
  })

  it('stores the code hashed only, in MongoDB and in Redis', async () => {
    const registration = aRegistration()
    await requestCode(registration)
    const code = await inbox.codeOf(registration.mobileNumber)
    const stored: string[] = []
    for (const { name } of await mongoose.connection.listCollections()) {
      if (name === 'system.profile') continue
      stored.push(
        JSON.stringify(
          await mongoose.connection
            .collection(name)
            .find({}, { hint: { _id: 1 } })
            .toArray(),
        ),
      )
    }
    const jobs = await service.deps.queues.all.notifications.getJobs()
    stored.push(JSON.stringify(jobs.map((job) => job.asJSON())))
    expect(stored.join()).toContain(registration.mobileNumber)
    expect(stored.join()).not.toContain(`"${code}"`)
    expect(stored.join()).not.toContain(`${code} is`)
    await expect
      .poll(() =>
        AccountNotificationModel.countDocuments({ about: registration.mobileNumber, sealedCode: '' }),
      )
      .toBe(1)
  })

  it('CALL-30 LOGIN-10 creates the account for the right OTP, then requires the e-mail, and mails its link', async () => {
    const registration = aRegistration()
    await requestCode(registration)
    const otp = await inbox.codeOf(registration.mobileNumber)
    const wrong = await refusalOf(register({ ...registration, otp: otp === '000000' ? '000001' : '000000' }))
    expect(wrong).toMatchObject({ status: 400, code: 'otp_mismatch' })
    expect(await findUserByEmail(registration.email)).toBeNull()
    expect(await register({ ...registration, otp })).toEqual({ msg: 'Mobile number verified successfully.' })
    const refusal = await refusalOf(signIn(registration.email))
    expect(refusal.reply.msg).toBe(unverified)
    expect(await inbox.linkOf(registration.email)).toMatch(/^\/verification\/[0-9a-f]{24}\/[\w-]{43}$/)
  })

  it('REG-09 returns to step one after five wrong tries by the message of an expired OTP', async () => {
    const registration = aRegistration()
    await requestCode(registration)
    const code = await inbox.codeOf(registration.mobileNumber)
    const otp = code === '000000' ? '000001' : '000000'
    for (let tries = 0; tries < 5; tries++) await refusalOf(register({ ...registration, otp }))
    const refusal = await refusalOf(register({ ...registration, otp: code }))
    expect(refusal.reply).toMatchObject({
      msg: 'OTP has expired. Please request a new OTP.',
      triesLeft: 0,
    })
  })

  it('CALL-31 takes id and token of the link, once, and replies with msg and code', async () => {
    const { email } = await registerUser()
    const params = await inbox.paramsOf(email)
    const again = { params, body: params }
    expect(await service.guest.call(verifyMail, again)).toEqual({
      msg: 'Your email address is verified.',
      code: 0,
    })
    expect((await signIn(email)).user.verified).toBe('true')
    const { status, reply } = await refusalOf(service.guest.call(verifyMail, again))
    expect({ status, code: reply.code, msg: reply.msg }).toEqual({
      status: 400,
      code: 1,
      msg: 'The link is corrupted.',
    })
  })

  it('LOGIN-10 mails the link again at a login after a minute, and then only the newest is valid', async () => {
    const { email } = await registerUser()
    const first = await inbox.paramsOf(email)
    await refusalOf(signIn(email))
    service.clock.advance(61_000)
    await refusalOf(signIn(email))
    await expect.poll(() => inbox.mails(email).length, { timeout: 15_000 }).toBe(2)
    const second = await inbox.paramsOf(email)
    expect(second.token).not.toBe(first.token)
    expect((await refusalOf(service.guest.call(verifyMail, { params: first, body: {} }))).status).toBe(400)
    expect((await service.guest.call(verifyMail, { params: second, body: {} })).code).toBe(0)
  })

  it('creates one account for two requests with one code at once', async () => {
    const registration = aRegistration()
    await requestCode(registration)
    const otp = await inbox.codeOf(registration.mobileNumber)
    const both = await Promise.allSettled([
      register({ ...registration, otp }),
      register({ ...registration, otp }),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await UserModel.countDocuments({ mobilenumber: registration.mobileNumber })).toBe(1)
  })

  it('gives the same reply where the e-mail has an account, and notifies only its owner', async () => {
    const owner = await insertCustomer()
    const registration = { ...aRegistration(), email: owner.email }
    expect(await requestCode(registration)).toEqual({
      msg: 'OTP sent successfully. Please verify your account.',
    })
    const otp = await inbox.codeOf(registration.mobileNumber)
    expect(await register({ ...registration, otp })).toEqual({ msg: 'Mobile number verified successfully.' })
    await expect.poll(() => inbox.mails(owner.email).length, { timeout: 15_000 }).toBe(1)
    expect(inbox.mails(owner.email)[0]?.subject).toContain('You already have an account')
    expect(await UserModel.countDocuments({ mobilenumber: registration.mobileNumber })).toBe(0)
  })

  it('gives the same reply where the number is that of a blocked account, and sends it nothing', async () => {
    const { mobilenumber } = await insertCustomer({ isBlocked: true })
    const reply = await requestCode({ ...aRegistration(), mobileNumber: mobilenumber })
    expect(reply).toEqual(await requestCode(aRegistration()))
    const sent = { about: mobilenumber, 'due.notify.at': null }
    await expect.poll(() => AccountNotificationModel.countDocuments(sent)).toBe(1)
    expect(inbox.texts(mobilenumber)).toEqual([])
  })

  it('gives the same reply where the number has an account, and sends it no code', async () => {
    const owner = await insertCustomer()
    const registration = { ...aRegistration(), mobileNumber: owner.mobilenumber }
    expect(await requestCode(registration)).toEqual({
      msg: 'OTP sent successfully. Please verify your account.',
    })
    await expect.poll(() => inbox.texts(owner.mobilenumber).length, { timeout: 15_000 }).toBe(1)
    expect(inbox.texts(owner.mobilenumber)[0]).toContain('It has one: login with it.')
    expect((await refusalOf(register({ ...registration, otp: '482913' }))).code).toBe('otp_mismatch')
  })

  it.each([
    ['short', 'The password needs at least 8 characters.'],
    ['Password', 'This password is too common. Choose a different one.'],
  ])('refuses the password %j in both steps', async (password, sentence) => {
    const registration = { ...aRegistration(), password }
    expect((await refusalOf(requestCode(registration))).reply.msg).toBe(sentence)
    expect((await refusalOf(register({ ...registration, otp: '482913' }))).reply.msg).toBe(sentence)
  })
})

describe('a forgotten password', () => {
  const forget = (email: string) => service.guest.call(forgetPassword, { body: { email } })
  const reset = (params: { id: string; token: string }, password: string) =>
    service.guest.call(resetPassword, { params, body: { password } })

  it('CALL-33 replies with the same msg for an account, a blocked one and none, and mails the first only', async () => {
    const [user, blocked] = [await insertCustomer(), await insertCustomer({ isBlocked: true })]
    const replies = [
      await forget('nobody@example.test'),
      await forget(blocked.email),
      await forget(user.email),
    ]
    expect(new Set(replies.map(({ msg }) => msg)).size).toBe(1)
    expect(await inbox.linkOf(user.email)).toMatch(/^\/reset_password\/[0-9a-f]{24}\/[\w-]{43}$/)
    await expect
      .poll(() => AccountNotificationModel.countDocuments({ kind: 'reset', 'due.notify.at': null }))
      .toBe(3)
    expect(inbox.mails(blocked.email)).toEqual([])
    expect(inbox.mails('nobody@example.test')).toEqual([])
  })

  it('CALL-34 sets another password by the link, once, replies with msg and code, and revokes all sessions', async () => {
    const user = await insertCustomer()
    const { token } = await signIn(user.email)
    await forget(user.email)
    const params = await inbox.paramsOf(user.email)
    expect((await refusalOf(reset(params, 'password1'))).code).toBe('password_common')
    const tries = await Promise.allSettled(
      ['first', 'second'].map((one) => reset(params, `a ${one} password`)),
    )
    expect(tries.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const [won] = tries.flatMap((one, at) => (one.status === 'fulfilled' ? [{ at, reply: one.value }] : []))
    expect(won?.reply).toEqual({ msg: 'Your password is changed. Log in with it.', code: 0 })
    expect((await refusalOf(signIn(user.email))).code).toBe('invalid_credentials')
    await signIn(user.email, `a ${won?.at === 0 ? 'first' : 'second'} password`)
    const requestCode = { method: 'POST', body: JSON.stringify({ requiredRoles: ['user'] }) }
    expect((await service.withToken(token).request('/api/auth/validateuser', requestCode)).status).toBe(401)
    const { reply } = await refusalOf(reset(params, 'another password'))
    expect(reply).toMatchObject({ msg: 'The link is corrupted.', code: 1 })
  })

  it('is not reset after an hour, nor by a link that was mailed to an earlier address', async () => {
    const [late, withNewAddress] = [await insertCustomer(), await insertCustomer()]
    await forget(late.email)
    const params = await inbox.paramsOf(late.email)
    service.clock.advance(3_600_001)
    expect((await refusalOf(reset(params, 'a fine password'))).reply.msg).toBe('The link is corrupted.')
    await forget(withNewAddress.email)
    const old = await inbox.paramsOf(withNewAddress.email)
    await UserModel.updateOne({ _id: withNewAddress._id }, { $set: { email: 'moved@example.test' } })
    expect((await refusalOf(reset(old, 'a fine password'))).reply.code).toBe(1)
  })
})

it('sends later mail that failed while the mail server was unavailable', async () => {
  const user = await insertCustomer()
  await service.simulators.control('mail', { down: true })
  await service.guest.call(forgetPassword, { body: { email: user.email } })
  const notification = () => AccountNotificationModel.findOne({ about: user.email }).lean()
  await expect.poll(async () => (await notification())?.due.notify.seq, { timeout: 15_000 }).toBe(2)
  const { _id = '', due } = (await notification()) ?? {}
  expect(due?.notify.at?.getTime()).toBeGreaterThan(service.clock.now().getTime() + 50_000)
  await service.simulators.control('mail', { down: false })
  service.clock.advance(61_000)
  await notifyAccount(service.deps, _id, 2)
  await notifyAccount(service.deps, _id, 2)
  expect(inbox.mails(user.email)).toHaveLength(1)
  expect(await inbox.linkOf(user.email)).toContain('/reset_password/')
})

it('hashes a password again at a login when its cost has changed', async () => {
  const user = await insertCustomer()
  const old = await hash(testPassword, { memoryCost: 8_192, timeCost: 1, parallelism: 1 })
  await UserModel.updateOne({ _id: user._id }, { $set: { passwordHash: old } })
  await signIn(user.email)
  const { passwordHash = '' } = (await UserModel.findById(user._id).lean()) ?? {}
  expect(passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  await signIn(user.email)
  expect((await UserModel.findById(user._id).lean())?.passwordHash).toBe(passwordHash)
})

it('gives one client address three codes for a number, and leaves the number two for others', async () => {
  const send = (from: string) =>
    service.guest.request(`/api${otpLogin.path}`, {
      method: 'POST',
      body: JSON.stringify({ mobile: '9600000002' }),
      headers: { 'x-forwarded-for': from },
    })
  for (let round = 0; round < 3; round++) expect((await send('198.51.100.1')).status).toBe(200)
  for (let round = 0; round < 5; round++) expect((await send('198.51.100.1')).status).toBe(429)
  for (let round = 0; round < 2; round++) expect((await send('198.51.100.2')).status).toBe(200)
  expect((await send('198.51.100.2')).status).toBe(429)
})

it('allows five codes for a number in a quarter of an hour, from any address, and says when the next is allowed', async () => {
  const send = (from: string) =>
    service.guest.request(`/api${otpLogin.path}`, {
      method: 'POST',
      body: JSON.stringify({ mobile: '9600000001' }),
      headers: { 'x-forwarded-for': from },
    })
  for (let round = 0; round < 5; round++) expect((await send(`198.51.100.${round}`)).status).toBe(200)
  const refused = await send('198.51.100.99')
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(60)
})
