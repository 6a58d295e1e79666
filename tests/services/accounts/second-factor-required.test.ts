import { login, logout, validateUser } from '@jhatpat/shared/contracts/accounts.ts'
import { stats } from '@jhatpat/shared/contracts/admin.ts'
import * as calls from '@jhatpat/shared/contracts/second-factor.ts'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { refusalOf } from '../../support/buying.ts'
import { beginFactor, insertAdmin, insertCustomer, testPassword } from '../../support/people.ts'
import { type Service, startService } from '../../support/service-harness.ts'

let strict: Service
beforeAll(async () => {
  strict = await startService({ env: { ADMIN_SECOND_FACTOR: 'required' } })
})
afterAll(() => strict.stop())

describe('where a second factor is required', () => {
  it('an admin without one can set it up, and nothing else until it is on', async () => {
    const user = await insertAdmin()
    const reply = await strict.guest.call(login, { body: { email: user.email, password: testPassword } })
    const person = strict.withToken(reply.token)
    const { status, code, message } = await refusalOf(person.call(stats))
    expect({ status, code, message }).toEqual({
      status: 403,
      code: 'second_factor_missing',
      message: 'Admins need two-step verification. Set it up in the admin to continue.',
    })
    await expect(person.socket()).rejects.toThrow('Admins need two-step verification.')
    expect(await person.call(validateUser, { body: { requiredRoles: ['admin'] } })).toEqual({ role: 'admin' })
    expect(await person.call(calls.secondFactor)).toMatchObject({
      isOn: false,
      isRequired: true,
      isOwed: true,
    })
    const { secret } = await beginFactor(person)
    const code1 = new TOTP({ secret: Secret.fromBase32(secret) }).generate({
      timestamp: strict.clock.now().getTime(),
    })
    await person.call(calls.confirmSecondFactor, { body: { code: code1 } })
    expect((await refusalOf(person.call(stats))).code).toBe('second_factor_missing')
    await person.call(calls.turnOnSecondFactor, { body: {} })
    expect(await person.call(stats)).toBeDefined()
    await person.call(logout, { body: {} })
  })

  it('customers and resellers are not affected', async () => {
    const person = await strict.as(await insertCustomer({ role: 'reseller' }))
    expect((await person.call(validateUser, { body: { requiredRoles: ['reseller'] } })).role).toBe('reseller')
    await person.socket()
  })
})
