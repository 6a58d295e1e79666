import { describe, expect, it } from 'vitest'
import { withoutLogins } from '../engine/without-logins.ts'
import { npmLines } from './npm-settings.ts'

describe('npm in a made image', () => {
  it('has the registry and proxies of this machine without their logins, and nothing else of it', () => {
    const all = {
      registry: 'https://asha:s3cret@registry.example/npm/',
      proxy: 'http://asha:p%40ss@proxy.example:3128',
      'https-proxy': '',
      'strict-ssl': true,
      'user-agent': null,
      '//registry.example/npm/:_authToken': 's3cret',
    }
    expect(npmLines(all)).toEqual([
      'registry=https://registry.example/npm/',
      'proxy=http://proxy.example:3128',
      'strict-ssl=true',
    ])
  })

  it.each([
    ['Acquire::http::Proxy "http://asha:s3cret@proxy:3128";', 'Acquire::http::Proxy "http://proxy:3128";'],
    ['https://asha:pa@ss@registry.example/a@b', 'https://registry.example/a@b'],
    ['https://registry.example/@scope/package', 'https://registry.example/@scope/package'],
    ['http://a.example and http://asha@b.example', 'http://a.example and http://b.example'],
  ])('%s is written as %s', (text, written) => {
    expect(withoutLogins(text)).toBe(written)
  })
})
