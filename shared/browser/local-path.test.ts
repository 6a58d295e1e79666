import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { localPath } from './local-path.ts'

const shop = 'https://shop.test'

describe('localPath', () => {
  it.each([
    ['/orders?status=Created', '/orders?status=Created'],
    ['/admin/orders?show=late#row', '/admin/orders?show=late#row'],
    ['/product/../home', '/home'],
    ['/search?q=//evil.test', '/search?q=//evil.test'],
    ['/@evil.test', '/@evil.test'],
  ])('accepts %s as a path of this site', (address, path) => {
    expect(localPath(address, shop)).toBe(path)
  })

  it.each([
    'https://evil.test',
    `${shop}/home`,
    '//evil.test',
    '/\\evil.test',
    '/\t/evil.test',
    '/\n/evil.test',
    '\t//evil.test',
    '/.//evil.test',
    '/x/..//evil.test',
    '/%2e//evil.test',
    'javascript:alert(1)',
    'home',
    '',
    null,
    undefined,
  ])('rejects %j', (address) => {
    expect(localPath(address, shop)).toBeUndefined()
  })

  it('never returns anything that a browser would follow to another site', () => {
    const piece = fc.constantFrom(
      '/',
      '\\',
      '\t',
      '\n',
      '\r',
      '\0',
      '.',
      '..',
      '%2f',
      '%09',
      '@',
      ':',
      '?',
      '#',
      ' ',
    )
    const word = fc.constantFrom('evil.test', 'https:', 'javascript:', 'home', 'shop.test')
    const address = fc.array(fc.oneof(piece, word, fc.string({ maxLength: 2 })), { maxLength: 9 })
    fc.assert(
      fc.property(address, (pieces) => {
        const path = localPath(`/${pieces.join('')}`, shop)
        if (path === undefined) return
        expect(path.startsWith('/')).toBe(true)
        expect(new URL(path, shop).origin).toBe(shop)
      }),
      { numRuns: 5_000 },
    )
  })
})
