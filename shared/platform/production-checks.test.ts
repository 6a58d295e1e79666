import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { describe, expect, it } from 'vitest'
import { simulatorKeys } from '../../tests/simulators/start-simulators.ts'
import { everyVendor, type KeyForm } from '../providers/vendors.ts'
import { envSchema } from './env.ts'
import { productionProblems } from './production-checks.ts'
import { productionHosts } from './provider-addresses.ts'

const realKeys: Record<KeyForm, string> = {
  secret: 'c1d2',
  uuid: '5f1f7a0e-8a43-4b7e-9d3f-2f7c7b0f6a11',
  number: '88123',
  email: 'accounts@jhatpat.in',
  address: 'smtps://user:password@mail.jhatpat.in',
}
const real = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://shop.jhatpat.in',
  MONGODB_URI: 'mongodb://shop:c1d2@db:27017/jhatpat?replicaSet=rs0',
  REDIS_URL: 'redis://:c1d2@queue:6379',
  SECRET_KEY: randomBytes(32).toString('base64'),
  ...Object.fromEntries(
    everyVendor.flatMap(({ keys }) => Object.entries(keys)).map(([name, form]) => [name, realKeys[form]]),
  ),
  OIDC_ISSUER_URL: 'https://id.jhatpat.in',
  MAIL_FROM: 'Jhatpat <orders@jhatpat.in>',
  SECURITY_CONTACT: 'mailto:security@jhatpat.in',
  SUPPORT_CONTACT: 'support@jhatpat.in',
}
const faultsWith = (more: Record<string, string>) => productionProblems(envSchema.parse({ ...real, ...more }))
/** The settings named at the start of the sentences. */
const namedWith = (more: Record<string, string>) => faultsWith(more).map((fault) => fault.split(' ')[0])

describe('productionProblems', () => {
  it('accepts the settings of a real shop', () => {
    expect(faultsWith({})).toEqual([])
  })

  it.each(['http://shop.jhatpat.in', 'https://localhost', 'https://127.0.0.1:3000', 'http://localhost:3000'])(
    'requires the https address that customers open, not %s',
    (address) => {
      expect(faultsWith({ PUBLIC_URL: address })).toEqual([
        'PUBLIC_URL must be the https:// address that customers open.',
      ])
    },
  )

  it.each([
    ['TRUST_PROXY', ['99', '6', '0.0.0.0/1', '10.0.0.0/8,2000::/3', '16.0.0.0/4']],
    ['CORS_ORIGINS', ['http://partner.in', 'https://partner.in,http://other.in']],
    ['SECRET_KEY_PREVIOUS', [Buffer.alloc(32).toString('base64'), Buffer.alloc(32, 'ab').toString('base64')]],
    ['MONGODB_URI', ['mongodb://db/jhatpat', 'mongodb+srv://shop@db/jhatpat', 'mongodb://shop:@db/jhatpat']],
    ['REDIS_URL', ['redis://queue:6379', 'redis-cluster://a:7001,b:7002', 'rediss://default@queue']],
    ['SMTP_URL', ['smtp://user:password@mail.in:587', 'smtp://mail.in?requireTLS=false']],
  ])('refuses insecure values of %s', (name, values) => {
    for (const value of values) expect(namedWith({ [name]: value }), value).toEqual([name])
  })

  it.each([
    ['TRUST_PROXY', ['0', '2', '5', '10.0.0.0/8,fd00::/16,203.0.113.7']],
    ['CORS_ORIGINS', ['', 'https://partner.in,https://other.in']],
    ['SECRET_KEY_PREVIOUS', ['', randomBytes(32).toString('base64')]],
    [
      'MONGODB_URI',
      ['mongodb+srv://shop:c1d2@db/jhatpat', 'mongodb://db/jhatpat?authMechanism=MONGODB-X509&tls=true'],
    ],
    ['REDIS_URL', ['rediss://default:c1d2@queue', 'redis-sentinel://shop:c1d2@a,b/mymaster']],
    ['SMTP_URL', ['smtps://mail.in', 'smtp://user:password@mail.in:587?requireTLS=true']],
  ])('accepts secure values of %s', (name, values) => {
    for (const value of values) expect(namedWith({ [name]: value }), value).toEqual([])
  })

  it('reports all at once, and repeats no value', () => {
    const faults = faultsWith({
      TRUST_PROXY: '99',
      REDIS_URL: 'redis://me@queue',
      SMTP_URL: 'smtp://me:pass@mail.in',
    })
    expect(faults.map((fault) => fault.split(' ')[0])).toEqual(['TRUST_PROXY', 'REDIS_URL', 'SMTP_URL'])
    expect(faults.join()).not.toMatch(/99|me@|me:pass/)
  })

  it('refuses simulated providers', () => {
    expect(namedWith({ SIMULATED_PROVIDERS: 'true' })).toEqual(['SIMULATED_PROVIDERS'])
  })

  it.each(everyVendor.flatMap(({ address, simulator }) => (simulator.protocol === 'http' ? [address] : [])))(
    'refuses %s on this machine under each of its names, and without https',
    (name) => {
      const hosts = ['localhost', 'vendor.localhost', 'LOCALHOST.', '127.0.0.1', '127.1.2.3', '2130706433']
      for (const host of [...hosts, '[::1]', '[::]', '0.0.0.0', '[::ffff:127.0.0.1]']) {
        expect(namedWith({ [name]: `https://${host}:3001/vendor` }), host).toEqual([name])
      }
      expect(namedWith({ [name]: 'http://vendor.in' })).toEqual([name])
      expect(namedWith({ [name]: 'https://127.vendor.in' })).toEqual([])
    },
  )

  it('accepts no hosted sign-in, but not a part of its settings', () => {
    expect(faultsWith({ OIDC_ISSUER_URL: '', OIDC_CLIENT_ID: '' })).toEqual([])
    expect(namedWith({ OIDC_ISSUER_URL: '' })).toEqual(['OIDC_ISSUER_URL'])
    expect(namedWith({ OIDC_CLIENT_ID: '' })).toEqual(['OIDC_CLIENT_ID'])
  })

  it('refuses a mail server on this machine, and an address without a server', () => {
    for (const address of ['smtp://127.0.0.1:2525', 'smtp://localhost', 'smtp://[::1]:25', 'smtp://']) {
      expect(namedWith({ SMTP_URL: address }), address).toEqual(['SMTP_URL'])
    }
  })

  it('refuses a secret key that is not random, and accepts ten thousand that are', () => {
    const rows = [
      Buffer.alloc(32),
      Buffer.alloc(32, 7),
      Buffer.from('change-me-change-me-change-me-ok'),
      Buffer.from('0123456789abcdef0123456789abcdef'),
      Buffer.from(Array.from({ length: 32 }, (_, index) => index * 3)),
    ]
    for (const row of rows) {
      expect(namedWith({ SECRET_KEY: row.toString('base64') }), row.toString()).toEqual(['SECRET_KEY'])
    }
    const settings = envSchema.parse(real)
    const refused = Array.from({ length: 10_000 }, () => randomBytes(32).toString('base64')).filter(
      (key) => productionProblems({ ...settings, SECRET_KEY: key }).length > 0,
    )
    expect(refused).toEqual([])
  })

  it.each([
    [undefined, true],
    ['mailto:security@jhatpat.test', true],
    ['mailto:security@example.com?subject=Jhatpat', true],
    ['https://jhatpat.example/security', true],
    ['https://example.com', true],
    ['https://jhatpat.in/security?from=shop.test', false],
    ['mailto:security@notexample.com', false],
  ])('requires a real contact for vulnerability reports: %s', (contact, isRefused) => {
    const { SECURITY_CONTACT: _, ...others } = real
    const given = envSchema.parse({ ...others, ...(contact && { SECURITY_CONTACT: contact }) })
    expect(productionProblems(given).map((fault) => fault.split(' ')[0])).toEqual(
      isRefused ? ['SECURITY_CONTACT'] : [],
    )
  })

  it.each([undefined, 'support@jhatpat.test'])('requires a real contact for customers: %s', (contact) => {
    const { SUPPORT_CONTACT: _, ...others } = real
    const given = envSchema.parse({ ...others, ...(contact && { SUPPORT_CONTACT: contact }) })
    expect(productionProblems(given).map((fault) => fault.split(' ')[0])).toEqual(['SUPPORT_CONTACT'])
  })

  it('recognises every simulator key that gives access to an account, and shows none of them', () => {
    const tryOut = parseEnv(readFileSync(new URL('../../deploy/simulated.env', import.meta.url), 'utf8'))
    const names = everyVendor
      .flatMap(({ keys }) => Object.entries(keys))
      .flatMap(([name, form]) => (['secret', 'uuid', 'email'].includes(form) ? [name] : []))
    expect(names).toContain('SMILE_EMAIL')
    for (const keys of [simulatorKeys, tryOut] as Record<string, string>[]) {
      const given = Object.fromEntries(names.map((name) => [name, keys[name] ?? '']))
      expect(namedWith(given).sort()).toEqual([...names].sort())
      const said = faultsWith(given).join()
      for (const key of Object.values(given)) expect(said).not.toContain(key)
    }
  })

  it('requires a sender address of its own domain', () => {
    expect(namedWith({ MAIL_FROM: 'Jhatpat <orders@jhatpat.test>' })).toEqual(['MAIL_FROM'])
    expect(namedWith({ MAIL_FROM: 'orders@example.com' })).toEqual(['MAIL_FROM'])
    expect(namedWith({ MAIL_FROM: 'orders@test.in' })).toEqual([])
  })
})

describe('productionHosts', () => {
  const simulatedAt = (host: string) =>
    Object.fromEntries(
      everyVendor.map(({ name, address, simulator }) => [address, `${simulator.protocol}://${host}/${name}`]),
    )
  const simulated = simulatedAt('simulators:3001')

  it.each(['127.0.0.1:3001', 'localhost:3001', 'simulators:3001', '[::1]:3001'])(
    'does not count a provider at %s, on this machine or in its containers',
    (host) => {
      expect(productionHosts(simulatedAt(host))).toEqual([])
    },
  )

  it('counts providers elsewhere, and takes an address that is not set for the real one', () => {
    expect(productionHosts({ ...simulated, SMS_URL: undefined })).toEqual(['Fast2SMS'])
    expect(productionHosts({ ...simulated, OIDC_ISSUER_URL: '' })).toEqual([])
    expect(productionHosts({ ...simulated, OIDC_ISSUER_URL: 'https://id.in' })).toEqual(['hosted sign-in'])
    expect(productionHosts({ ...simulated, UPIGATEWAY_URL: 'https://api.ekqr.in' })).toEqual(['UPIGateway'])
    expect(productionHosts({ ...simulated, SMTP_URL: 'smtp://10.0.0.5' })).toEqual(['mail'])
  })
})
