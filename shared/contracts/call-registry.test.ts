import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import * as z from 'zod'
import { callRegistry } from './call-registry.ts'
import type { AnyRoute } from './route.ts'

it('contains the calls of every contract file', async () => {
  const files = (await readdir(import.meta.dirname)).filter((name) => /^[\w-]+\.ts$/.test(name))
  const resources = await Promise.all(
    files.map((name): Promise<object> => import(join(import.meta.dirname, name))),
  )
  const written = resources.flatMap((resource) => Object.values(resource)).filter(isRoute)
  expect(namesOf(callRegistry)).toEqual(namesOf(written))
  expect(callRegistry.length).toBeGreaterThan(30)
})

/**
 * Calls with a session that take a credential or contact of an account, each with how it asks for
 * the password or a code again (`docs/decisions/044-require-proof-for-account-changes.md`).
 */
const takesAccess: Readonly<Record<string, string>> = {
  'POST /auth/prove': 'is what asks',
  'POST /auth/second-factor/confirm': 'the set-up, which takes a proof',
  'POST /auth/second-factor/recovery-codes': 'a code of the factor in the same request',
  'POST /auth/second-factor/off': 'a code of the factor in the same request',
  'POST /user/contact/code': 'changes nothing',
  'POST /user/contact': 'a proof or a sign-in within five minutes',
  'POST /user/erasure': 'a proof or a sign-in within five minutes',
  'POST /admin/updateuserdata': 'the specification’s: a proof where the client asks for it',
  'POST /admin/adduserbalance': 'names whose wallet it is, and changes no address',
  'POST /admin/team/invitations': 'names a new account’s address',
}

it('takes an address, number, password or code with a session only in calls that ask for a proof', () => {
  const isAccess = /^(e-?mail|mobile.*|.*password.*|otp|code)$/i
  const found = callRegistry.filter(
    ({ auth, body }) =>
      auth !== 'public' && body && Object.keys(propertiesOf(body)).some((name) => isAccess.test(name)),
  )
  expect(namesOf(found)).toEqual(Object.keys(takesAccess).sort())
})

const propertiesOf = (body: NonNullable<AnyRoute['body']>): object =>
  (z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }) as { properties?: object }).properties ?? {}

const isRoute = (value: unknown): value is AnyRoute =>
  typeof value === 'object' && value !== null && 'auth' in value && 'summary' in value

const namesOf = (routes: readonly AnyRoute[]) => routes.map(({ method, path }) => `${method} ${path}`).sort()
