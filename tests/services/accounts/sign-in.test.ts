import { login, logout, validateUser } from '@jhatpat/shared/contracts/accounts.ts'
import type { ApiError } from '@jhatpat/shared/contracts/client.ts'
import { usersData } from '@jhatpat/shared/contracts/users.ts'
import { sessionMs } from '@jhatpat/shared/domain/accounts/index.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { changeAccess } from '../../support/change-access.ts'
import { insertAdmin, insertCustomer, insertReseller, testPassword } from '../../support/people.ts'
import { type Service, startService } from '../../support/service-harness.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const refusalOf = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.unreachable('was not refused'),
    (error: unknown) => error as ApiError,
  )

describe('POST /auth/login', () => {
  it('CALL-26 takes email and password and replies with token and user', async () => {
    const user = await insertCustomer()
    const reply = await service.guest.request('/api/auth/login', {
      method: 'POST',
      body: JSON.stringify({ email: user.email, password: testPassword }),
    })
    expect(reply.status).toBe(200)
    expect(reply.json).toMatchObject({
      token: expect.stringMatching(/^[\w-]{43}$/),
      user: { _id: user._id.toHexString(), email: user.email },
    })
    const { role } = await service
      .withToken(reply.json.token as string)
      .call(validateUser, { body: { requiredRoles: ['user'] } })
    expect(role).toBe('user')
  })

  it('ENT-01 gives the browser exactly the fields it stores of a user', async () => {
    const user = await insertCustomer({ name: 'Meera' })
    const { user: stored } = await signInAs(user.email)
    expect(stored).toEqual({
      _id: user._id.toHexString(),
      userid: user.userid,
      name: 'Meera',
      email: user.email,
      mobilenumber: user.mobilenumber,
      role: 'user',
      balance: 0,
      verified: 'true',
      isBlocked: 'false',
    })
  })

  it('ENT-02 writes verified as the string true or false', async () => {
    const { user } = await signInAs((await insertCustomer()).email)
    expect(user.verified).toBe('true')
    expect(
      login.result.safeParse({ ...(await signInAs(user.email)), user: { ...user, verified: true } }).success,
    ).toBe(false)
  })

  it('ENT-02 ENT-03 lists an unverified and blocked user with both strings inverted', async () => {
    const { email } = await insertCustomer({ verified: false, isBlocked: true })
    const admin = await service.as(await insertAdmin())
    const { users } = await admin.call(usersData, { query: { q: email } })
    expect(users).toMatchObject([{ verified: 'false', isBlocked: 'true' }])
  })

  it('ENT-03 writes isBlocked as the string true or false', async () => {
    const { user } = await signInAs((await insertCustomer()).email)
    expect(user.isBlocked).toBe('false')
    expect(
      login.result.safeParse({ ...(await signInAs(user.email)), user: { ...user, isBlocked: false } })
        .success,
    ).toBe(false)
  })

  it('accepts an e-mail in any case and with spaces around it', async () => {
    const user = await insertCustomer()
    expect((await signInAs(`  ${user.email.toUpperCase()} `)).user._id).toBe(user._id.toHexString())
  })

  it('CALL-27 replies to a failure with msg', async () => {
    const user = await insertCustomer()
    const reply = await service.guest.request('/api/auth/login', {
      method: 'POST',
      body: JSON.stringify({ email: user.email, password: 'wrong' }),
    })
    expect(reply.status).toBe(401)
    expect(reply.json).toEqual({
      msg: 'The email and password don’t match. Try again or reset your password.',
      message: 'The email and password don’t match. Try again or reset your password.',
      code: 'invalid_credentials',
      requestId: reply.headers.get('x-request-id'),
    })
  })

  it('gives the same reply for an unknown user as for a wrong password', async () => {
    const wrong = await refusalOf(signInAs((await insertCustomer()).email, 'wrong'))
    const unknown = await refusalOf(signInAs('nobody@example.test', 'wrong'))
    expect(unknown.status).toBe(wrong.status)
    expect({ ...unknown.reply, requestId: '' }).toEqual({ ...wrong.reply, requestId: '' })
  })

  it('refuses an unverified e-mail with the text that leads to /checkverification', async () => {
    const user = await insertCustomer({ verified: false })
    const refusal = await refusalOf(signInAs(user.email))
    expect(refusal.status).toBe(403)
    expect(refusal.reply.msg).toBe(
      'Please verify your email address. A verification email has been sent to your inbox. If you don’t see it, kindly check your spam or junk folder.',
    )
  })

  it('refuses a blocked account, with that reason only for the right password', async () => {
    const user = await insertCustomer({ isBlocked: true })
    expect((await refusalOf(signInAs(user.email))).code).toBe('account_blocked')
    expect((await refusalOf(signInAs(user.email, 'wrong'))).code).toBe('invalid_credentials')
  })

  it('refuses the eleventh wrong password within a minute, for that e-mail only', async () => {
    const user = await insertCustomer()
    for (let tries = 0; tries < 10; tries++) {
      expect((await refusalOf(signInAs(user.email, 'wrong'))).code).toBe('invalid_credentials')
    }
    const refusal = await refusalOf(signInAs(user.email))
    expect(refusal).toMatchObject({ status: 429, code: 'too_many_requests' })
    expect(refusal.reply.msg).toBe('Too many attempts. Wait a moment and try again.')
    expect((await signInAs((await insertCustomer()).email)).token).toBeTruthy()
  })
})

describe('a session', () => {
  it('CALL-02 needs a bearer token', async () => {
    const { token } = await signInAs((await insertCustomer()).email)
    const validate = (authorization: string) =>
      service.guest.request('/api/auth/validateuser', {
        method: 'POST',
        body: JSON.stringify({ requiredRoles: ['user'] }),
        headers: { authorization },
      })
    expect((await validate(`Bearer ${token}`)).status).toBe(200)
    expect((await validate(`bearer ${token}`)).status).toBe(200)
    expect((await validate(token)).status).toBe(401)
    expect((await validate(`Basic ${token}`)).status).toBe(401)
    expect((await validate(`Bearer ${token.slice(1)}x`)).status).toBe(401)
    expect((await validate('Bearer ')).status).toBe(401)
  })

  it('expires six hours after login, with the text of the specification', async () => {
    const person = await service.as(await insertCustomer())
    service.clock.advance(sessionMs - 60_000)
    await person.call(validateUser, { body: { requiredRoles: ['user'] } })
    service.clock.advance(60_001)
    const refusal = await refusalOf(person.call(validateUser, { body: { requiredRoles: ['user'] } }))
    expect(refusal).toMatchObject({
      status: 401,
      code: 'session_expired',
      message: 'Token has expired. Please login again.',
    })
  })

  it('ends at once on sign-out, and the user’s other sessions stay', async () => {
    const user = await insertCustomer()
    const [phone, laptop] = [await service.as(user), await service.as(user)]
    await phone.call(logout, { body: {} })
    expect((await refusalOf(phone.call(logout, { body: {} }))).code).toBe('not_signed_in')
    expect(await laptop.call(validateUser, { body: { requiredRoles: ['user'] } })).toEqual({ role: 'user' })
  })

  it('ends everywhere when a user’s sessions are revoked', async () => {
    const user = await insertCustomer()
    const [phone, laptop] = [await service.as(user), await service.as(user)]
    expect((await changeAccess(user, {}, service.deps)).ended).toBe(2)
    for (const person of [phone, laptop]) {
      expect((await refusalOf(person.call(logout, { body: {} }))).code).toBe('not_signed_in')
    }
  })

  it('keeps no token in the database', async () => {
    const { token } = await signInAs((await insertCustomer()).email)
    const { SessionModel } = await import('@jhatpat/shared/domain/accounts/index.ts')
    expect(JSON.stringify(await SessionModel.find().lean())).not.toContain(token)
  })
})

describe('POST /auth/validateuser', () => {
  it('CALL-32 takes requiredRoles and replies with the role', async () => {
    const person = await service.as(await insertReseller())
    expect(
      await person.call(validateUser, { body: { requiredRoles: ['user', 'reseller', 'admin'] } }),
    ).toEqual({
      role: 'reseller',
    })
  })

  it('ROLE-01 accepts the roles user, reseller and admin, and no other', async () => {
    for (const [make, role] of [
      [insertCustomer, 'user'],
      [insertReseller, 'reseller'],
      [insertAdmin, 'admin'],
    ] as const) {
      const person = await service.as(await make())
      expect(await person.call(validateUser, { body: { requiredRoles: [role] } })).toEqual({ role })
    }
    const reply = await (await service.as(await insertAdmin())).request('/api/auth/validateuser', {
      method: 'POST',
      body: JSON.stringify({ requiredRoles: ['owner'] }),
    })
    expect(reply).toMatchObject({ status: 400, json: { field: 'requiredRoles.0' } })
    await expect(insertCustomer({ role: 'owner' as 'user' })).rejects.toThrow(/owner/)
  })

  it('GUARD-05 replies to the guard, which posts the token and the required roles', async () => {
    const request = { method: 'POST', body: JSON.stringify({ requiredRoles: ['user', 'reseller', 'admin'] }) }
    expect(
      (await (await service.as(await insertCustomer())).request('/api/auth/validateuser', request)).json,
    ).toEqual({
      role: 'user',
    })
    expect((await service.guest.request('/api/auth/validateuser', request)).status).toBe(401)
  })

  it('GUARD-06 succeeds only for a role in the required list', async () => {
    const customer = await service.as(await insertCustomer())
    const refusal = await refusalOf(customer.call(validateUser, { body: { requiredRoles: ['admin'] } }))
    expect(refusal).toMatchObject({ status: 403, code: 'forbidden' })
    const admin = await service.as(await insertAdmin())
    expect(await admin.call(validateUser, { body: { requiredRoles: ['admin'] } })).toEqual({ role: 'admin' })
  })
})

function signInAs(email: string, password = testPassword) {
  return service.guest.call(login, { body: { email, password } })
}
