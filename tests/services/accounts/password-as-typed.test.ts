// cspell:ignore Satz
import { login } from '@jhatpat/shared/contracts/accounts.ts'
import { newPassword } from '@jhatpat/shared/contracts/fields.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { refusalOf } from '../../support/buying.ts'
import { insertCustomer } from '../../support/people.ts'
import { type Service, startService } from '../../support/service-harness.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const signIn = (email: string, password: string) => service.guest.call(login, { body: { email, password } })

it('a password has to match exactly: case, blanks around it and every character', async () => {
  const password = ' Ein Satz mit Ümläuten '
  const { email } = await insertCustomer({ password })
  await signIn(email, password)
  for (const other of [password.trim(), password.toLowerCase(), `${password}x`, password.slice(0, -1)]) {
    expect((await refusalOf(signIn(email, other))).code, other).toBe('invalid_credentials')
  }
})

it('a password may have 64 characters and more, all of which count', async () => {
  const password = 'a long sentence of words that nobody else has ever put together so'.padEnd(128, '!')
  expect(newPassword().parse(password)).toBe(password)
  const { email } = await insertCustomer({ password })
  await signIn(email, password)
  expect((await refusalOf(signIn(email, `${password.slice(0, -1)}?`))).code).toBe('invalid_credentials')
})
