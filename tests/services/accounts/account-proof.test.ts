import { proveAccount } from '@jhatpat/shared/contracts/account-proof.ts'
import { login, logout } from '@jhatpat/shared/contracts/accounts.ts'
import { approvalRequests } from '@jhatpat/shared/contracts/approval-requests.ts'
import * as factor from '@jhatpat/shared/contracts/second-factor.ts'
import { askContactCode, editProfile, verifyContact } from '@jhatpat/shared/contracts/sign-up.ts'
import { updateUserData } from '@jhatpat/shared/contracts/users.ts'
import {
  FactorModel,
  findCaller,
  type IUser,
  SessionModel,
  setUpFactor,
  UserModel,
} from '@jhatpat/shared/domain/accounts/index.ts'
import { Secret, TOTP } from 'otpauth'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { refusalOf } from '../../support/buying.ts'
import { changeAccess } from '../../support/change-access.ts'
import { insertAdmin, insertCustomer, testPassword } from '../../support/people.ts'
import type { Person } from '../../support/person.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { inboxOf } from './account-inbox.ts'

let service: Service
beforeAll(async () => {
  service = await startService({ workers: true })
})
afterEach(() => vi.restoreAllMocks())
afterAll(() => service.stop())

const proofMs = 5 * 60_000
const prove = (person: Person, password = testPassword) => person.call(proveAccount, { body: { password } })
const proveByCode = (person: Person, code: string) => person.call(proveAccount, { body: { code } })
const setUp = (person: Person) => person.call(factor.setUpSecondFactor, { body: {} })
const refusedSetUp = async (person: Person) => (await refusalOf(setUp(person))).code

/** The code that an app shows. */
const codeOf = (secret: string) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: service.clock.now().getTime() })

/** An admin whose second factor is on, in the session of `person`. */
async function withFactor() {
  const user = await insertAdmin()
  const person = await service.as(user)
  await prove(person)
  const { secret } = await setUp(person)
  const { recoveryCodes } = await person.call(factor.confirmSecondFactor, { body: { code: codeOf(secret) } })
  await person.call(factor.turnOnSecondFactor, { body: {} })
  service.clock.advance(30_000)
  return { user, person, secret, recoveryCodes }
}

describe('a second factor', () => {
  it('is set up only after the password was entered again, however recent the sign-in', async () => {
    const user = await insertAdmin()
    const { token } = await service.guest.call(login, {
      body: { email: user.email, password: testPassword },
    })
    const person = service.withToken(token)
    const { status, reply } = await refusalOf(setUp(person))
    expect({ status, code: reply.code, by: reply.by }).toEqual({
      status: 409,
      code: 'proof_required',
      by: 'password',
    })
    expect(await FactorModel.countDocuments({ _id: String(user._id) })).toBe(0)
    const { until } = await prove(person)
    expect(Date.parse(until) - service.clock.now().getTime()).toBeGreaterThan(proofMs - 10_000)
    expect(await setUp(person)).toMatchObject({ secret: expect.any(String) })
  })

  it('is set up once for each proof, also by two calls at once', async () => {
    const person = await service.as(await insertAdmin())
    await prove(person)
    await setUp(person)
    expect(await refusedSetUp(person)).toBe('proof_required')
    await prove(person)
    const both = await Promise.allSettled([setUp(person), setUp(person), setUp(person)])
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  it('is not set up by a wrong password, or by the proof of another session of the account', async () => {
    const user = await insertAdmin()
    const [here, elsewhere] = [await service.as(user), await service.as(user)]
    const { status, code } = await refusalOf(prove(here, `${testPassword}!`))
    expect({ status, code }).toEqual({ status: 400, code: 'password_wrong' })
    expect(await refusedSetUp(here)).toBe('proof_required')
    await prove(elsewhere)
    expect(await refusedSetUp(here)).toBe('proof_required')
    expect(await setUp(elsewhere)).toBeDefined()
  })

  it('can be set up for five minutes after the proof', async () => {
    const person = await service.as(await insertAdmin())
    await prove(person)
    service.clock.advance(proofMs - 10_000)
    await setUp(person)
    await prove(person)
    service.clock.advance(proofMs)
    expect(await refusedSetUp(person)).toBe('proof_required')
  })

  it('is not set up after a sign-out, a block or another password, whatever proof was given before', async () => {
    const user = await insertAdmin()
    const [left, blocked] = [await service.as(user), await service.as(user)]
    for (const person of [left, blocked]) await prove(person)
    const { caller } = await findCaller(blocked.token, service.clock.now(), { isRequired: false })
    await left.call(logout, { body: {} })
    expect(await refusedSetUp(left)).toBe('not_signed_in')
    await changeAccess(user, { isBlocked: true }, service.deps)
    expect(await refusedSetUp(blocked)).toBe('not_signed_in')
    expect((await refusalOf(prove(blocked))).code).toBe('not_signed_in')
    // A call that was authorised before the block.
    await SessionModel.create({
      _id: caller.sessionId,
      userId: user._id,
      validFrom: new Date(0),
      hasSecondFactor: false,
      createdAt: service.clock.now(),
      lastUsedAt: service.clock.now(),
      reauthenticatedAt: service.clock.now(),
      expiresAt: new Date(service.clock.now().getTime() + 3_600_000),
    })
    await expect(setUpFactor(service.deps, caller)).rejects.toMatchObject({ code: 'not_signed_in' })
    expect(await FactorModel.countDocuments({ _id: String(user._id) })).toBe(0)
  })

  it('keeps the proof when it is on already', async () => {
    const { person, secret } = await withFactor()
    await proveByCode(person, codeOf(secret))
    expect(await refusedSetUp(person)).toBe('second_factor_enabled')
    const { caller } = await findCaller(person.token, service.clock.now())
    expect((await SessionModel.findById(caller.sessionId).lean())?.reauthenticatedAt).toBeInstanceOf(Date)
  })
})

describe('an account with a second factor', () => {
  it('gives proof by a code, once, and not by a password', async () => {
    const { user, person, secret, recoveryCodes } = await withFactor()
    const refused = await refusalOf(prove(person))
    expect([refused.code, refused.reply.by]).toEqual(['proof_required', 'code'])
    const code = codeOf(secret)
    await proveByCode(person, code)
    expect((await refusalOf(proveByCode(person, code))).code).toBe('second_factor_mismatch')
    const [recovery = ''] = recoveryCodes
    const both = await Promise.allSettled([proveByCode(person, recovery), proveByCode(person, recovery)])
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await FactorModel.findById(String(user._id)).lean())?.recoveryHashes).toHaveLength(9)
  })

  it('still needs a code to renew codes or turn the factor off, with proof or without', async () => {
    const { person, secret } = await withFactor()
    await proveByCode(person, codeOf(secret))
    for (const call of [factor.renewRecoveryCodes, factor.turnOffSecondFactor])
      expect((await refusalOf(person.call(call, { body: { code: '000000' } }))).code).toBe(
        'second_factor_mismatch',
      )
  })
})

describe('wrong passwords', () => {
  it('are limited to five in a quarter of an hour, and then even the right one has to wait', async () => {
    const user = await insertCustomer()
    const [asha, elsewhere] = [await service.as(user), await service.as(user)]
    for (let tries = 0; tries < 5; tries++)
      expect((await refusalOf(prove(asha, 'not hers at all'))).code).toBe('password_wrong')
    for (const person of [asha, elsewhere]) {
      const { status, code, retryAfterMs } = await refusalOf(prove(person))
      expect({ status, code }).toEqual({ status: 429, code: 'too_many_requests' })
      expect(retryAfterMs).toBeGreaterThan(60_000)
    }
  })

  it('count with those of sign-in towards the account’s limit', async () => {
    const user = await insertCustomer()
    const asha = await service.as(user)
    const signIn = (password: string) => service.guest.call(login, { body: { email: user.email, password } })
    for (let tries = 0; tries < 5; tries++) {
      await refusalOf(prove(asha, 'not hers at all'))
      expect((await refusalOf(signIn('not hers at all'))).code).toBe('invalid_credentials')
    }
    expect((await refusalOf(signIn(testPassword))).code).toBe('too_many_requests')
  })

  it('of strangers keep the owner from giving proof, but not in a browser that has signed in before', async () => {
    const { email } = await insertCustomer()
    const signIn = (password: string) =>
      service.guest.request('/api/auth/login', {
        method: 'POST',
        body: JSON.stringify({ email, password }),
      })
    const { json, headers } = await signIn(testPassword)
    const asha = service.withToken(String(json.token))
    for (let tries = 0; tries < 10; tries++) expect((await signIn('open sesame please')).status).toBe(401)
    const proof = (cookie: Record<string, string>) =>
      asha.request('/api/auth/prove', {
        method: 'POST',
        body: JSON.stringify({ password: testPassword }),
        headers: cookie,
      })
    expect((await proof({})).status).toBe(429)
    const [cookie = ''] = headers.getSetCookie()
    expect((await proof({ cookie: cookie.split(';')[0] ?? '' })).status).toBe(200)
  })

  it('do not count before the right one', async () => {
    const asha = await service.as(await insertCustomer())
    for (let times = 0; times < 12; times++) await prove(asha)
  })

  it('are logged with their account and address, without the input', async () => {
    const logged: Record<string, unknown>[] = []
    for (const level of ['info', 'warn'] as const)
      vi.spyOn(service.deps.log, level).mockImplementation((line: unknown) => {
        logged.push(line as Record<string, unknown>)
      })
    const user = await insertCustomer()
    const asha = await service.as(user)
    await refusalOf(prove(asha, 'open sesame please'))
    await prove(asha)
    const userId = String(user._id)
    expect(logged.filter(({ event }) => String(event).startsWith('proof'))).toMatchObject([
      {
        event: 'proof_failed',
        code: 'password_wrong',
        call: 'POST /auth/prove',
        userId,
        ip: expect.anything(),
      },
      { event: 'proof', userId },
    ])
    expect(JSON.stringify(logged)).not.toMatch(/open sesame|correct horse/)
  })
})

describe('an owner’s edit of their own account', () => {
  type Edit = Partial<Pick<IUser, 'name' | 'email' | 'mobilenumber'>>
  let count = 0
  const newEmail = () => `anita.${++count}@own.test`

  /** By a client that can be asked for confirmation. */
  const edit = async (person: Person, user: IUser, change: Edit) =>
    person.call(updateUserData, { accountProof: 'ask', body: await bodyOf(user, change) })

  async function bodyOf(user: IUser, change: Edit) {
    const { _id, userid, name, role, mobilenumber, email } = (await UserModel.findById(
      user._id,
    ).lean<IUser>())!
    return {
      _id: String(_id),
      userid,
      name,
      role,
      mobilenumber,
      email,
      ...change,
      verified: 'true' as const,
      isBlocked: 'false' as const,
    }
  }
  const emailOf = async ({ _id }: IUser) => (await UserModel.findById(_id).lean<IUser>())?.email

  it('requires the password before another address or number, and nothing before another name', async () => {
    const user = await insertAdmin()
    const meera = await service.as(user)
    for (const change of [{ email: newEmail() }, { mobilenumber: '9511000001' }]) {
      const { status, reply } = await refusalOf(edit(meera, user, change))
      expect({ status, code: reply.code, by: reply.by }).toEqual({
        status: 409,
        code: 'proof_required',
        by: 'password',
      })
    }
    expect(await emailOf(user)).toBe(user.email)
    expect((await edit(meera, user, { name: 'Meera Nair' })).user.name).toBe('Meera Nair')
  })

  it('is saved after the proof, which is consumed with it', async () => {
    const user = await insertAdmin()
    const meera = await service.as(user)
    await prove(meera)
    const [one, other] = [newEmail(), newEmail()]
    const both = await Promise.allSettled([
      edit(meera, user, { email: one }),
      edit(meera, user, { email: other }),
    ])
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    // With another owner the change waits for approval, and this session continues.
    expect(await emailOf(user)).toBe(user.email)
    const requests = await meera.call(approvalRequests, { query: {} })
    expect(requests.filter(({ userId }) => userId === String(user._id))).toHaveLength(1)
    expect((await refusalOf(edit(meera, user, { mobilenumber: '9511000002' }))).code).toBe('proof_required')
  })

  it('keeps the proof where it is refused for another reason', async () => {
    const [user, other] = [await insertAdmin(), await insertCustomer()]
    const meera = await service.as(user)
    await prove(meera)
    await service.as(await insertAdmin())
    await UserModel.updateMany({ _id: { $ne: user._id }, role: 'admin' }, { staffRole: 'support' })
    expect((await refusalOf(edit(meera, user, { email: other.email }))).code).toBe('email_taken')
    expect((await edit(meera, user, { email: newEmail() })).status).toBe('done')
  })

  it('requires no proof of a client of the specification, or for edits of others', async () => {
    const [user, other] = [await insertAdmin(), await insertCustomer()]
    const meera = await service.as(user)
    expect((await edit(meera, other, { email: newEmail() })).status).toBe('done')
    const body = await bodyOf(user, { email: newEmail() })
    expect(await meera.call(updateUserData, { body })).toMatchObject({ message: expect.any(String) })
  })
})

describe('a contact that staff have set', () => {
  const soon = { timeout: 15_000 }
  let support: Person
  let mobiles = 9_521_000_000

  beforeAll(async () => {
    support = await service.as(await insertAdmin({ staffRole: 'support' }))
    await service.simulators.control('sms', { spamWindowMs: 0 })
  })

  /** A customer who has signed in after support set another number, and has the code sent to it. */
  async function withCode(waitMs = 0) {
    const user = await insertCustomer()
    const mobilenumber = String(++mobiles)
    const { _id, userid, name, email, role } = user
    const body = {
      _id: String(_id),
      userid,
      name,
      email,
      role,
      mobilenumber,
      verified: 'true' as const,
      isBlocked: 'false' as const,
    }
    await support.call(updateUserData, { body })
    const { token } = await service.guest.call(login, { body: { email, password: testPassword } })
    const asha = service.withToken(token)
    service.clock.advance(waitMs)
    await asha.call(askContactCode, { body: { what: 'mobile' } })
    const inbox = inboxOf(service)
    await expect.poll(() => inbox.texts(mobilenumber).length, soon).toBe(1)
    const otp = await inbox.codeOf(mobilenumber)
    return { user, asha, verify: () => asha.call(verifyContact, { body: { what: 'mobile', otp } }) }
  }

  it('is verified without the password within five minutes of the sign-in', async () => {
    const { verify } = await withCode()
    expect((await verify()).user.unproved).toBeUndefined()
  })

  it('requires the password after that, and accepts the same code then', async () => {
    const { asha, verify } = await withCode(proofMs)
    for (let tries = 0; tries < 6; tries++) {
      const { status, reply } = await refusalOf(verify())
      expect([status, reply.code, reply.by]).toEqual([409, 'proof_required', 'password'])
    }
    await prove(asha)
    expect((await verify()).user.unproved).toBeUndefined()
  })

  it('requires nothing when the profile’s name changes', async () => {
    const { user, asha } = await withCode(proofMs)
    const reply = await asha.call(editProfile, { body: { userid: user.userid, name: 'Asha Rao' } })
    expect(reply).toMatchObject({ success: true, user: { name: 'Asha Rao' } })
  })
})
