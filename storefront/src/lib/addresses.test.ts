import { describe, expect, it } from 'vitest'
import { pathInside } from './addresses.ts'

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
    '/.//evil.test',
  ])('leaves %s to the browser', (address) => {
    expect(pathInside(address)).toBeUndefined()
  })
})
