import { expect, it } from 'vitest'
import { isInternalAddress } from './health.ts'

const from = (remoteAddress: string, headers = {}) =>
  isInternalAddress({ headers, socket: { remoteAddress } as never })

it.each(['127.0.0.1', '::1', '10.2.3.4', '172.20.0.5', '192.168.1.9', '::ffff:10.2.3.4', 'fd00::7'])(
  'recognises %s as internal',
  (address) => expect(from(address)).toBe(true),
)

it.each(['203.0.113.5', '172.32.0.1', '::ffff:8.8.8.8', '2001:db8::1', ''])(
  'recognises %j as external',
  (address) => expect(from(address)).toBe(false),
)

it('treats a request through a proxy as external', () => {
  expect(from('10.2.3.4', { 'x-forwarded-for': '10.2.3.5' })).toBe(false)
  expect(from('10.2.3.4', { forwarded: 'for=10.2.3.5' })).toBe(false)
})
