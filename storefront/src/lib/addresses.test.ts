import { describe, expect, it } from 'vitest'
import { pathInside, safePath } from './addresses.ts'

describe('pathInside', () => {
  it.each([
    ['/pay?client_txn_id=1', '/pay?client_txn_id=1'],
    [`${location.origin}/confirmation?x=1#y`, '/confirmation?x=1#y'],
    ['/administrators', '/administrators'],
  ])('keeps %s in this app', (address, path) => {
    expect(pathInside(address)).toBe(path)
  })

  it.each([
    'https://gateway.test/pay',
    '/admin',
    '/admin/orders',
    '/api/healthz',
    '/ops/queues',
    '/docs',
    'upi://pay?pa=x',
  ])('leaves %s to the browser', (address) => {
    expect(pathInside(address)).toBeUndefined()
  })
})

describe('safePath', () => {
  it('takes a path of this site', () => {
    expect(safePath('/orders?status=Created')).toBe('/orders?status=Created')
  })

  it.each(['https://evil.test', '//evil.test', '/\\evil.test', 'javascript:alert(1)', '', null, undefined])(
    'refuses %s',
    (address) => {
      expect(safePath(address)).toBeUndefined()
    },
  )
})
