// cspell:ignore Pasword
import { describe, expect, it } from 'vitest'
import { parseRedisAddress } from './redis-address.ts'

describe('parseRedisAddress', () => {
  it('parses the address of one server', () => {
    expect(parseRedisAddress('redis://localhost')).toEqual({
      kind: 'one',
      isEncrypted: false,
      nodes: [{ host: 'localhost', port: 6379 }],
      db: 0,
    })
    expect(parseRedisAddress('rediss://shop:p%40ss:word@[::1]:7000/3')).toEqual({
      kind: 'one',
      isEncrypted: true,
      nodes: [{ host: '::1', port: 7000 }],
      username: 'shop',
      password: 'p@ss:word',
      db: 3,
    })
  })

  it('parses Sentinel addresses with the name of their master', () => {
    const text =
      'redis-sentinel://:secret@a:26380,b/mymaster?db=2&sentinelUsername=watch&sentinelPassword=other%26'
    expect(parseRedisAddress(text)).toEqual({
      kind: 'sentinel',
      isEncrypted: false,
      nodes: [
        { host: 'a', port: 26_380 },
        { host: 'b', port: 26_379 },
      ],
      password: 'secret',
      master: 'mymaster',
      db: 2,
      sentinelUsername: 'watch',
      sentinelPassword: 'other&',
    })
  })

  it('parses nodes of a cluster', () => {
    expect(parseRedisAddress('rediss-cluster://h1:7001,h2:7002,h3')).toEqual({
      kind: 'cluster',
      isEncrypted: true,
      nodes: [
        { host: 'h1', port: 7001 },
        { host: 'h2', port: 7002 },
        { host: 'h3', port: 6379 },
      ],
      db: 0,
    })
  })

  it.each([
    ['another scheme', 'http://user:hunter2@localhost', 'must start with redis://'],
    ['no server', 'redis://', 'must start with redis://'],
    ['an invalid port', 'redis://:hunter2@localhost:0', 'must name servers as host:port'],
    ['a server without a name', 'redis-cluster://a:1,,b:2', 'must name servers as host:port'],
    ['several servers without a master', 'redis://a,b', 'must name one server'],
    ['Sentinels without a master', 'redis-sentinel://:hunter2@a,b', "must end with the master's name"],
    ['a cluster with a database', 'redis-cluster://a/1', 'must not name a database'],
    ['a database that is not a number', 'redis://a/first', 'must name its database by a number'],
    ['a mistyped setting', 'redis-sentinel://a/m?sentinelPasword=hunter2', 'not known here: sentinelPasword'],
    ['a Sentinel setting for one server', 'redis://a?db=1', 'not known here: db'],
    ['a password half encoded', 'redis://:hunter2%@a', 'percent-encoded'],
  ])('refuses %s without repeating the address', (_what, text, reason) => {
    expect(() => parseRedisAddress(text)).toThrow(reason)
    expect(() => parseRedisAddress(text)).not.toThrow('hunter2')
  })
})
