// cspell:ignore HJKMNP
import { login, sessions } from '@jhatpat/shared/contracts/accounts.ts'
import { stats } from '@jhatpat/shared/contracts/admin.ts'
import * as calls from '@jhatpat/shared/contracts/second-factor.ts'
import { otpLogin, verifyOtp } from '@jhatpat/shared/contracts/sign-up.ts'
import {
  disableSecondFactor,
  FactorModel,
  findCaller,
  type IUser,
  reencryptFactors,
  resetSecondFactor,
  signInBySecondFactor,
  UserModel,
} from '@jhatpat/shared/domain/accounts/index.ts'
import mongoose from 'mongoose'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { auditRows } from '../../support/audit-rows.ts'
import { refusalOf } from '../../support/buying.ts'
import { changeAccess } from '../../support/change-access.ts'
import { beginFactor, insertAdmin, insertCustomer, testPassword } from '../../support/people.ts'
import type { Person } from '../../support/person.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { inboxOf } from './account-inbox.ts'

let service: Service
beforeAll(async () => {
  service = await startService({ workers: true })
})
afterAll(() => service.stop())

/** The code that an app shows that many steps of 30 s from now. */
const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: service.clock.now().getTime() + steps * 30_000,
  })
const nextStep = () => service.clock.advance(30_000)
const otherThan = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

/** An admin whose second factor is on, in the session of `person`. */
async function withFactor() {
  const user = await insertAdmin()
  const person = await service.as(user)
  const { secret } = await beginFactor(person)
  const { recoveryCodes } = await person.call(calls.confirmSecondFactor, { body: { code: codeOf(secret) } })
  await person.call(calls.turnOnSecondFactor, { body: {} })
  nextStep()
  return { user, person, secret, recoveryCodes }
}

const byPassword = ({ email }: IUser) =>
  service.guest.call(login, { body: { email, password: testPassword } })
async function ticketFor(user: IUser): Promise<string> {
  const { status, reply } = await refusalOf(byPassword(user))
  expect({ status, code: reply.code }).toEqual({ status: 403, code: 'second_factor_required' })
  return reply.ticket ?? expect.unreachable()
}
const enter = (ticket: string, code: string) =>
  service.guest.call(calls.secondFactorSignIn, { body: { ticket, code } })
const refusedFor = async (ticket: string, code: string) => (await refusalOf(enter(ticket, code))).code
const mayAdminister = async (person: Person) => (await person.call(stats)) !== undefined

describe('setting up a second factor', () => {
  it('restores no session whose user was changed after the call was authorised', async () => {
    const { user, person, secret } = await withFactor()
    const { caller } = await findCaller(person.token, service.clock.now())
    await UserModel.updateOne({ _id: user._id }, { sessionsValidFrom: service.clock.now() })
    const own = { caller, from: '127.0.0.1' }
    await expect(disableSecondFactor(service.deps, own, codeOf(secret))).rejects.toMatchObject({
      code: 'not_signed_in',
    })
    expect((await refusalOf(person.call(calls.secondFactor))).code).toBe('not_signed_in')
    expect((await FactorModel.findById(String(user._id)))?.isOn).toBe(true)
  })

  it('requires no code before it is confirmed and turned on, and can be restarted', async () => {
    const user = await insertAdmin()
    const person = await service.as(user)
    const first = await beginFactor(person)
    const { secret, address } = await beginFactor(person)
    expect(new URL(address).searchParams.get('secret')).toBe(secret)
    expect(address).toContain(encodeURIComponent(user.email))
    const wrong = { body: { code: codeOf(first.secret) } }
    if (wrong.body.code !== codeOf(secret))
      expect((await refusalOf(person.call(calls.confirmSecondFactor, wrong))).code).toBe(
        'second_factor_mismatch',
      )
    expect((await refusalOf(person.call(calls.turnOnSecondFactor, { body: {} }))).code).toBe(
      'second_factor_not_set_up',
    )
    await person.call(calls.confirmSecondFactor, { body: { code: codeOf(secret) } })
    expect((await byPassword(user)).user.role).toBe('admin')
  })

  it('is turned on only from the session that confirmed it, and within a quarter of an hour', async () => {
    const user = await insertAdmin()
    const [person, elsewhere] = [await service.as(user), await service.as(user)]
    const { secret } = await beginFactor(person)
    await person.call(calls.confirmSecondFactor, { body: { code: codeOf(secret) } })
    const turnOn = (one: Person) => refusalOf(one.call(calls.turnOnSecondFactor, { body: {} }))
    expect((await turnOn(elsewhere)).code).toBe('second_factor_not_set_up')
    service.clock.advance(15 * 60_000)
    expect((await turnOn(person)).code).toBe('second_factor_not_set_up')
  })

  it('keeps this session, revokes the others, and is recorded', async () => {
    const user = await insertAdmin()
    const [person, elsewhere] = [await service.as(user), await service.as(user)]
    const { secret } = await beginFactor(person)
    await person.call(calls.confirmSecondFactor, { body: { code: codeOf(secret) } })
    expect(await person.call(calls.turnOnSecondFactor, { body: {} })).toEqual({ ended: 1 })
    expect(await mayAdminister(person)).toBe(true)
    expect((await refusalOf(elsewhere.call(stats))).code).toBe('not_signed_in')
    expect(await person.call(calls.secondFactor)).toEqual({
      isOn: true,
      isRequired: false,
      isOwed: false,
      recoveryCodesLeft: 10,
    })
    expect((await refusalOf(person.call(calls.setUpSecondFactor, { body: {} }))).code).toBe(
      'second_factor_enabled',
    )
    const target = `user:${user._id.toHexString()}`
    expect(await auditRows({ target })).toMatchObject([
      {
        action: 'second_factor.enable',
        by: { userId: user._id.toHexString() },
        after: { hasSecondFactor: true },
      },
    ])
  })

  it('stores the secret and the recovery codes encrypted or hashed only', async () => {
    const { secret, recoveryCodes } = await withFactor()
    const stored: string[] = []
    for (const { name } of await mongoose.connection.listCollections()) {
      if (name === 'system.profile') continue
      const all = mongoose.connection.collection(name).find({}, { hint: { _id: 1 } })
      stored.push(JSON.stringify(await all.toArray()))
    }
    const text = stored.join()
    expect(text).toContain('sealedSecret')
    expect(text).not.toContain(secret)
    for (const code of recoveryCodes) {
      expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/)
      expect(text).not.toContain(code)
      expect(text).not.toContain(code.replace('-', ''))
    }
  })
})

describe('signing in with a second factor', () => {
  it('creates a session for the challenge and a code, and none for the password only', async () => {
    const { user, secret } = await withFactor()
    const ticket = await ticketFor(user)
    expect(ticket).not.toContain(user._id.toHexString())
    expect((await refusalOf(service.withToken(ticket).call(sessions))).code).toBe('not_signed_in')
    const { token, user: stored } = await enter(ticket, codeOf(secret))
    expect(stored).toMatchObject({ _id: user._id.toHexString(), role: 'admin' })
    expect(await mayAdminister(service.withToken(token))).toBe(true)
  })

  it('leaves the reply of all other users unchanged', async () => {
    const customer = await insertCustomer()
    expect(Object.keys(await byPassword(customer)).sort()).toEqual(['expiresAt', 'token', 'user'])
  })

  it('is also required of an admin who signs in by a text message', async () => {
    const { user, secret } = await withFactor()
    const { mobilenumber: mobile } = user
    await service.guest.call(otpLogin, { body: { mobile } })
    const otp = await inboxOf(service).codeOf(mobile)
    const { code, reply } = await refusalOf(service.guest.call(verifyOtp, { body: { mobile, otp } }))
    expect(code).toBe('second_factor_required')
    expect((await enter(reply.ticket ?? '', codeOf(secret))).user.role).toBe('admin')
  })

  it('accepts the previous step and the next one, each once, and none older than a used one', async () => {
    const { user, secret } = await withFactor()
    nextStep()
    await enter(await ticketFor(user), codeOf(secret, -1))
    expect(await refusedFor(await ticketFor(user), codeOf(secret, -1))).toBe('second_factor_mismatch')
    await enter(await ticketFor(user), codeOf(secret, 1))
    expect(await refusedFor(await ticketFor(user), codeOf(secret, 0))).toBe('second_factor_mismatch')
    nextStep()
    expect(await refusedFor(await ticketFor(user), codeOf(secret, 2))).toBe('second_factor_mismatch')
  })

  it('signs in once when one code is entered in ten challenges at once', async () => {
    const { user, secret } = await withFactor()
    const tickets = await Promise.all(Array.from({ length: 10 }, () => ticketFor(user)))
    const code = codeOf(secret)
    const from = { address: '', device: '' }
    const tries = await Promise.allSettled(
      tickets.map((ticket) => signInBySecondFactor(service.deps, { ticket, code }, from)),
    )
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  it('creates one session per challenge, and counts five of fifty tries at once', async () => {
    const { user, secret, recoveryCodes } = await withFactor()
    const from = { address: '', device: '' }
    const twice = await ticketFor(user)
    const both = await Promise.allSettled(
      [codeOf(secret), recoveryCodes[0] ?? ''].map((code) =>
        signInBySecondFactor(service.deps, { ticket: twice, code }, from),
      ),
    )
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    nextStep()
    const ticket = await ticketFor(user)
    const code = otherThan(codeOf(secret))
    const tries = await Promise.allSettled(
      Array.from({ length: 50 }, () => signInBySecondFactor(service.deps, { ticket, code }, from)),
    )
    const codes = tries.map((one) => (one.status === 'rejected' ? one.reason.code : 'in'))
    expect(codes.filter((one) => one === 'second_factor_mismatch')).toHaveLength(5)
    expect(codes.filter((one) => one === 'second_factor_expired')).toHaveLength(45)
    expect(await refusedFor(ticket, codeOf(secret))).toBe('second_factor_expired')
  })

  it('ends a challenge after five minutes, and when the account is blocked or signed out meanwhile', async () => {
    const { user, secret } = await withFactor()
    const late = await ticketFor(user)
    service.clock.advance(5 * 60_000)
    expect(await refusedFor(late, codeOf(secret))).toBe('second_factor_expired')
    const before = await ticketFor(user)
    await changeAccess(user, {}, service.deps)
    expect(await refusedFor(before, codeOf(secret))).toBe('second_factor_expired')
    expect(await refusedFor(`${'x'.repeat(16)}.${'y'.repeat(43)}`, '123456')).toBe('second_factor_expired')
  })

  it('accepts ten wrong codes an hour for an account, whatever the challenge and address', async () => {
    const { user, secret } = await withFactor()
    const wrong = otherThan(codeOf(secret))
    for (let tries = 0; tries < 10; tries++)
      expect(await refusedFor(await ticketFor(user), wrong)).toBe('second_factor_mismatch')
    const { status, code } = await refusalOf(enter(await ticketFor(user), codeOf(secret)))
    expect({ status, code }).toEqual({ status: 429, code: 'too_many_requests' })
  })
})

describe('a recovery code', () => {
  it('signs in once, however it is typed', async () => {
    const { user, recoveryCodes } = await withFactor()
    const [code = ''] = recoveryCodes
    const { token } = await enter(await ticketFor(user), code.toLowerCase().replace('-', ' '))
    expect(await refusedFor(await ticketFor(user), code)).toBe('second_factor_mismatch')
    const { recoveryCodesLeft } = await service.withToken(token).call(calls.secondFactor)
    expect(recoveryCodesLeft).toBe(9)
  })

  it('is invalid once they are renewed, which requires a code', async () => {
    const { user, person, secret, recoveryCodes } = await withFactor()
    const renew = (code: string) => person.call(calls.renewRecoveryCodes, { body: { code } })
    expect((await refusalOf(renew(otherThan(codeOf(secret))))).code).toBe('second_factor_mismatch')
    const renewed = await renew(codeOf(secret))
    expect((await refusalOf(renew(codeOf(secret)))).code).toBe('second_factor_mismatch')
    expect(await refusedFor(await ticketFor(user), recoveryCodes[1] ?? '')).toBe('second_factor_mismatch')
    await enter(await ticketFor(user), renewed.recoveryCodes[1] ?? '')
  })
})

describe('a second factor that is turned off', () => {
  it('requires a code, revokes the other sessions, and is not asked for again', async () => {
    const { user, person, secret } = await withFactor()
    const other = service.withToken((await enter(await ticketFor(user), codeOf(secret))).token)
    nextStep()
    const off = (code: string) => person.call(calls.turnOffSecondFactor, { body: { code } })
    expect((await refusalOf(off(otherThan(codeOf(secret))))).code).toBe('second_factor_mismatch')
    expect(await off(codeOf(secret))).toEqual({ ended: 1 })
    expect((await refusalOf(other.call(stats))).code).toBe('not_signed_in')
    expect((await byPassword(user)).token).toHaveLength(43)
    expect(await FactorModel.countDocuments({ _id: user._id.toHexString() })).toBe(0)
  })

  it('revokes all sessions and challenges when an operator resets it, which is recorded', async () => {
    const { user, person, secret } = await withFactor()
    const ticket = await ticketFor(user)
    const by = { userId: 'operator', name: 'root', from: 'console', reason: 'lost phone' }
    await resetSecondFactor(service.deps, user._id.toHexString(), by)
    expect((await refusalOf(person.call(stats))).code).toBe('not_signed_in')
    expect(await refusedFor(ticket, codeOf(secret))).toBe('second_factor_expired')
    expect((await byPassword(user)).token).toHaveLength(43)
    const row = (
      await auditRows({
        target: `user:${user._id.toHexString()}`,
        action: 'second_factor.reset',
      })
    )[0]
    expect(row).toMatchObject({
      reason: 'lost phone',
      by: { name: 'root' },
      after: { hasSecondFactor: false },
    })
  })
})

it('restricts an admin’s session without a code, once the factor is on, wherever it was created', async () => {
  const { user } = await withFactor()
  const read = (await UserModel.findById(user._id).lean()) as IUser
  const person = await service.as(read)
  expect((await refusalOf(person.call(stats))).code).toBe('second_factor_missing')
  await expect(person.socket()).rejects.toThrow('two-step verification')
})

it('is readable with a new SECRET_KEY after the previous key was removed', async () => {
  const { user, secret } = await withFactor()
  const id = user._id.toHexString()
  const changed = { ...service.env, SECRET_KEY: Buffer.alloc(32, 9).toString('base64') }
  const before = await FactorModel.findById(id).lean()
  await reencryptFactors({ env: { ...changed, SECRET_KEY_PREVIOUS: service.env.SECRET_KEY } })
  expect((await FactorModel.findById(id).lean())?.sealedSecret).not.toBe(before?.sealedSecret)
  const signedIn = { ticket: await ticketFor(user), code: codeOf(secret) }
  const from = { address: '', device: '' }
  const { token } = await signInBySecondFactor({ ...service.deps, env: changed }, signedIn, from)
  expect(await mayAdminister(service.withToken(token))).toBe(true)
})
