import { expect, it } from 'vitest'
import { redactUrl } from './request-log.ts'

const token = 'T0ken-of_43-characters-that-opens-an-account'

it.each([
  [`/api/auth/verifymail/64f0/${token}`, '/api/auth/verifymail/64f0/-'],
  [`/api/password/reset-password/64f0/${token}?x=1`, '/api/password/reset-password/64f0/-'],
  [`/verification/64f0/${token}`, '/verification/64f0/-'],
  [`/invitation/64f0/${token}`, '/invitation/64f0/-'],
  [`/reset_password/64f0/${token}#top`, '/reset_password/64f0/-'],
  [`/API/AUTH/VERIFYMAIL/64f0/${token}/`, '/API/AUTH/VERIFYMAIL/64f0/-'],
  [`/?code=${token}&state=1`, '/'],
])('writes %s without its token', (url, logged) => {
  expect(redactUrl(url)).toBe(logged)
})

it('leaves other addresses unchanged', () => {
  const path = '/api/orders/JP261121K7Q2MD'
  expect(redactUrl(path)).toBe(path)
})
