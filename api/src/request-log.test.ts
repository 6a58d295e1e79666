import { expect, it } from 'vitest'
import { withoutToken } from './request-log.ts'

const token = 'T0ken-of_43-characters-that-opens-an-account'

it.each([
  [`/api/auth/verifymail/64f0/${token}`, '/api/auth/verifymail/64f0/-'],
  [`/api/password/reset-password/64f0/${token}?x=1`, '/api/password/reset-password/64f0/-?x=1'],
  [`/verification/64f0/${token}`, '/verification/64f0/-'],
  [`/reset_password/64f0/${token}#top`, '/reset_password/64f0/-#top'],
  [`/API/AUTH/VERIFYMAIL/64f0/${token}/`, '/API/AUTH/VERIFYMAIL/64f0/-/'],
])('writes %s without its token', (url, logged) => {
  expect(withoutToken(url)).toBe(logged)
})

it('leaves other addresses as they are', () => {
  const url = '/api/orders/JP261121K7Q2MD?status=Created'
  expect(withoutToken(url)).toBe(url)
})
