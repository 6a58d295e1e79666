import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type CryptoKey, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createOidc } from './oidc.ts'

type Pair = { kid: string; alg: string; publicKey: CryptoKey; privateKey: CryptoKey }

const now = new Date('2026-11-22T07:00:00.000Z')
const nowS = now.getTime() / 1_000
const asked = { nonce: 'n-1', now }

let server: Server
let url: string
let rsa: Pair
let elliptic: Pair
let published: Pair[]
let answerKeys: 'keys' | 'failure' | 'html' | 'silence'
let fetched: number

const pair = async (kid: string, alg: string): Promise<Pair> => ({
  kid,
  alg,
  ...(await generateKeyPair(alg)),
})

beforeAll(async () => {
  rsa = await pair('rsa-1', 'RS256')
  elliptic = await pair('ec-1', 'ES256')
  server = createServer(async (request, response) => {
    fetched += 1
    if (answerKeys === 'silence') return
    if (answerKeys === 'failure') return void response.writeHead(500).end('down')
    if (answerKeys === 'html') return void response.end('<!doctype html>')
    expect(request.url).toBe('/.well-known/jwks.json')
    const keys = await Promise.all(
      published.map(async ({ kid, alg, publicKey }) => ({ ...(await exportJWK(publicKey)), kid, alg })),
    )
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ keys }))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
afterEach(() => {
  vi.useRealTimers()
})
beforeEach(() => {
  published = [rsa, elliptic]
  answerKeys = 'keys'
  fetched = 0
})

const provider = () => createOidc({ url, clientId: 'shop', audience: '', title: 'Test', timeoutMs: 300 })

const claims = (): JWTPayload => ({
  iss: `${url}/`,
  aud: 'shop',
  sub: 'auth0|7',
  iat: nowS,
  exp: nowS + 300,
  nonce: 'n-1',
  email: 'Asha@example.test',
  email_verified: true,
  name: 'Asha Rao',
})

type Change = { [Claim in keyof JWTPayload]?: JWTPayload[Claim] | undefined }

const sign = (change: Change = {}, by: Pair = rsa) =>
  new SignJWT({ ...claims(), ...change } as JWTPayload)
    .setProtectedHeader({ alg: by.alg, kid: by.kid })
    .sign(by.privateKey)

const verify = async (change: Change, by?: Pair) => provider().verify(await sign(change, by), asked)

describe('an ID token', () => {
  it.each(['RS256', 'ES256'])('by %s proves the identity', async (alg) => {
    expect(await verify({}, alg === 'RS256' ? rsa : elliptic)).toEqual({
      kind: 'proven',
      subject: `${url}/|auth0|7`,
      email: 'Asha@example.test',
      name: 'Asha Rao',
      expiresAt: new Date((nowS + 310) * 1_000),
    })
  })

  it.each<[string, Change]>([
    ['of another issuer', { iss: 'https://evil.test/' }],
    ['of our issuer without its slash', { iss: 'http://127.0.0.1' }],
    ['for another client', { aud: 'other' }],
    ['for several audiences, without azp', { aud: ['shop', 'other'] }],
    ['requested by another client', { aud: ['shop', 'other'], azp: 'other' }],
    ['that has expired', { iat: nowS - 400, exp: nowS - 60 }],
    ['that is eleven minutes old', { iat: nowS - 660, exp: nowS + 3_000 }],
    ['from the future', { iat: nowS + 120, exp: nowS + 400 }],
    ['that is not valid yet', { nbf: nowS + 60 }],
    ['without an expiry', { exp: undefined }],
    ['with another nonce', { nonce: 'n-2' }],
    ['without the nonce that was sent', { nonce: undefined }],
    ['without a subject', { sub: '' }],
  ])('%s is refused', async (_what, change) => {
    expect(await verify(change)).toMatchObject({ kind: 'refused' })
  })

  it('is accepted when the clock differs by a few seconds', async () => {
    expect(await verify({ iat: nowS + 5 })).toMatchObject({ kind: 'proven' })
    expect(await verify({ iat: nowS - 200, exp: nowS - 5 })).toMatchObject({ kind: 'proven' })
  })

  it('is accepted without a nonce after a renewal, where none was sent', async () => {
    const renewed = await sign({ nonce: undefined })
    expect(await provider().verify(renewed, { nonce: undefined, now })).toMatchObject({ kind: 'proven' })
    expect(await provider().verify(await sign(), { nonce: undefined, now })).toMatchObject({
      kind: 'refused',
    })
  })

  it.each([undefined, false, 'true', 1])('with email_verified %s proves no address', async (verified) => {
    expect(await verify({ email_verified: verified })).toMatchObject({ kind: 'unverified' })
  })

  it('without an address proves none', async () => {
    expect(await verify({ email: undefined })).toMatchObject({ kind: 'unverified' })
  })

  it('is refused when it was changed, or signed by a key that is not the provider’s', async () => {
    const [head, , signature] = (await sign()).split('.')
    const body = Buffer.from(JSON.stringify({ ...claims(), email: 'meera@jhatpat.test' })).toString(
      'base64url',
    )
    expect(await provider().verify(`${head}.${body}.${signature}`, asked)).toMatchObject({ kind: 'refused' })
    expect(await verify({}, await pair('rsa-1', 'RS256'))).toMatchObject({ kind: 'refused' })
    expect(await verify({}, await pair('unknown', 'RS256'))).toMatchObject({ kind: 'refused' })
  })

  it('is refused without a signature, or when signed with a public value', async () => {
    const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
    const none = `${encode({ alg: 'none' })}.${encode(claims())}.`
    const shared = await new SignJWT(claims())
      .setProtectedHeader({ alg: 'HS256', kid: 'rsa-1' })
      .sign(Buffer.from(JSON.stringify(await exportJWK(rsa.publicKey))))
    for (const token of [none, shared, 'no token', 'a.b.c', '']) {
      expect(await provider().verify(token, asked), token).toMatchObject({ kind: 'refused' })
    }
    const weak = await pair('rs-384', 'RS384')
    published = [weak]
    expect(await verify({}, weak)).toMatchObject({ kind: 'refused' })
  })
})

describe('the provider’s keys', () => {
  it('are fetched once for many tokens', async () => {
    const one = provider()
    for (let count = 0; count < 3; count++) await one.verify(await sign(), asked)
    expect(fetched).toBe(1)
  })

  it('are fetched again for an unknown key id, but not for every made-up one', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const one = provider()
    const next = await pair('rsa-2', 'RS256')
    await one.verify(await sign(), asked)
    published = [next]
    for (let count = 0; count < 5; count++) {
      expect(await one.verify(await sign({}, next), asked)).toMatchObject({ kind: 'refused' })
    }
    expect(fetched).toBe(1)
    vi.setSystemTime(Date.now() + 11_000)
    expect(await one.verify(await sign({}, next), asked)).toMatchObject({ kind: 'proven' })
    expect(fetched).toBe(2)
    // A withdrawn key is no longer accepted.
    expect(await one.verify(await sign(), asked)).toMatchObject({ kind: 'refused' })
  })

  it.each(['failure', 'html', 'silence'] as const)(
    'do not refuse the token when they cannot be fetched (%s)',
    async (how) => {
      answerKeys = how
      expect(await verify({})).toMatchObject({ kind: 'unavailable' })
      answerKeys = 'keys'
      expect(await verify({})).toMatchObject({ kind: 'proven' })
    },
  )

  it('do not refuse the token when the provider is unreachable', async () => {
    const away = createOidc({
      url: 'http://127.0.0.1:1',
      clientId: 'shop',
      audience: '',
      title: '',
      timeoutMs: 300,
    })
    expect(await away.verify(await sign(), asked)).toMatchObject({ kind: 'unavailable' })
  })
})
