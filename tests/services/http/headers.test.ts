import { homeProducts } from '@jhatpat/shared/contracts/catalogue.ts'
import { saveMedia } from '@jhatpat/shared/domain/catalogue/index.ts'
import { appVersion } from '@jhatpat/shared/platform/app-version.ts'
import { io } from 'socket.io-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApi } from '../../../api/src/start-api.ts'
import { insertAdmin, insertCustomer, testPassword } from '../../support/people.ts'
import { type Service, startService } from '../../support/service-harness.ts'

const partner = 'https://partner.example'
let service: Service
let open: Awaited<ReturnType<typeof startApi>>
beforeAll(async () => {
  service = await startService()
  const env = { ...service.env, PUBLIC_URL: 'https://shop.example', CORS_ORIGINS: [partner] }
  open = await startApi({ ...service.deps, env })
})
afterAll(async () => {
  await open.stop()
  await service.stop()
})

const request = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(new URL(path, service.url), { method, headers, redirect: 'manual' })
const requestFrom = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(`http://127.0.0.1:${open.port}${path}`, { method, headers })
const page = { accept: 'text/html' }
const polling = '/socket.io/?EIO=4&transport=polling'

/** One directive of a reply's policy. */
async function policyOf(path: string, from = request): Promise<Record<string, string>> {
  const policy = (await from(path, page)).headers.get('content-security-policy') ?? ''
  return Object.fromEntries(policy.split(';').map((part) => part.trim().split(/ (.*)/s).slice(0, 2)))
}

describe('every reply', () => {
  const places: [string, number, Record<string, string>?][] = [
    ['/healthz', 200],
    ['/readyz', 200],
    ['/api/nothing', 404],
    ['/api/item/%E0%A4%A', 400],
    ['/api/admin/stats', 401],
    ['/media/none.svg', 404],
    ['/docs/', 200],
    ['/ops/queues', 401],
    ['/ops/docs/', 401],
    ['/robots.txt', 200],
    ['/nothing.js', 404],
    [polling, 200],
    ['/socket.io/?EIO=4&transport=none', 400],
    [polling, 403, { origin: 'https://evil.example' }],
  ]
  it.each(places)(
    'from %s (%i) has its own content type, cannot be framed, and is readable by our origin only',
    async (path, status, headers) => {
      const reply = await request(path, { accept: 'application/json', ...headers })
      expect(reply.status).toBe(status)
      expect(Object.fromEntries(reply.headers)).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'strict-origin-when-cross-origin',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
      })
      expect(reply.headers.get('x-powered-by')).toBeNull()
      expect(reply.headers.get('strict-transport-security')).toBeNull()
      expect(reply.headers.get('access-control-allow-origin')).toBeNull()
    },
  )

  it('with a text has its type, and UTF-8', async () => {
    const kinds: [string, string][] = [
      ['/healthz', 'application/json'],
      [`/api${homeProducts.path}`, 'application/json'],
      ['/api/nothing', 'application/json'],
      ['/ops/queues', 'text/html'],
      ['/docs/', 'text/html'],
      ['/robots.txt', 'text/plain'],
      [polling, 'text/plain'],
    ]
    for (const [path, kind] of kinds) {
      const type = (await request(path)).headers.get('content-type')?.toLowerCase()
      expect(type, path).toBe(`${kind}; charset=utf-8`)
    }
  })

  it('has the headers also when it has not changed (304)', async () => {
    const etag = (await request(`/api${homeProducts.path}`)).headers.get('etag') ?? ''
    const again = await request(`/api${homeProducts.path}`, {
      'if-none-match': etag,
      'cache-control': 'max-age=0',
    })
    expect(again.status).toBe(304)
    expect(again.headers.get('x-content-type-options')).toBe('nosniff')
  })

  it('of an uploaded picture that could run scripts runs none', async () => {
    const bytes = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
    const url = await saveMedia(bytes, 'image/svg+xml')
    const picture = await request(url)
    expect(picture.headers.get('x-content-type-options')).toBe('nosniff')
    expect(picture.headers.get('content-security-policy')).toMatch(/^default-src 'none';.* sandbox$/)
  })

  it('requires TLS of browsers for a year behind TLS, and does not elsewhere', async () => {
    for (const path of ['/healthz', '/api/nothing', polling]) {
      const reply = await requestFrom(path)
      expect(reply.headers.get('strict-transport-security'), path).toBe('max-age=31536000; includeSubDomains')
      expect(reply.headers.get('content-security-policy'), path).toContain('upgrade-insecure-requests')
    }
    expect((await request('/healthz')).headers.get('content-security-policy')).not.toContain(
      'upgrade-insecure',
    )
  })
})

describe('the headers of a reply', () => {
  const fixed = {
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-app-version': appVersion({ APP_REVISION: '' }),
    'x-content-type-options': 'nosniff',
    'x-dns-prefetch-control': 'off',
    'x-download-options': 'noopen',
    'x-frame-options': 'DENY',
    'x-permitted-cross-domain-policies': 'none',
    'x-xss-protection': '0',
  }
  const policy = (trusted: string) =>
    "default-src 'self';script-src 'self';style-src 'self';img-src 'self' data: blob: https:;" +
    "font-src 'self' data:;connect-src 'self' SIGN-IN;frame-src SIGN-IN;object-src 'none';base-uri 'none';" +
    `form-action 'self';frame-ancestors 'none';require-trusted-types-for 'script';trusted-types ${trusted}`
  /** Without the connection's own and those of the limits, which have their own tests. */
  const listed = ({ headers }: Response) => {
    const others =
      /^(date|connection|keep-alive|content-length|transfer-encoding|ratelimit.*|etag|x-request-id)$/
    // The sign-in provider's simulator has a free port.
    return Object.fromEntries(
      [...headers]
        .filter(([name]) => !others.test(name))
        .map(([name, value]) => [name, value.replaceAll(/http:\/\/localhost:\d+/g, 'SIGN-IN')]),
    )
  }

  it('to a call are these and no others', async () => {
    expect(listed(await request(`/api${homeProducts.path}`))).toEqual({
      ...fixed,
      'cache-control': 'public, no-cache',
      'content-security-policy': policy("'none'"),
      'content-type': 'application/json; charset=utf-8',
      vary: 'Accept-Encoding',
    })
  })

  it('to a page outside the back office are these and no others', async () => {
    expect(listed(await request('/nothing.js'))).toEqual({
      ...fixed,
      'cache-control': 'no-store',
      'content-security-policy': policy('shop-worker'),
      'content-type': 'application/json; charset=utf-8',
      vary: 'Accept, Accept-Encoding',
    })
  })

  it('behind TLS are the same, with those of TLS', async () => {
    expect(listed(await requestFrom(`/api${homeProducts.path}`))).toEqual({
      ...fixed,
      'cache-control': 'public, no-cache',
      'content-security-policy': `${policy("'none'")};upgrade-insecure-requests`,
      'content-type': 'application/json; charset=utf-8',
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
      vary: 'Origin, Accept-Encoding',
    })
  })
})

describe('a page', () => {
  it('of ours runs our own scripts only, creates none from text and has no other base', async () => {
    for (const [path, policy] of [
      ['/', 'shop-worker'],
      ['/orders', 'shop-worker'],
      ['/admin', "'none'"],
      ['/admin/orders', "'none'"],
    ] as const) {
      expect(await policyOf(path), path).toMatchObject({
        'script-src': "'self'",
        'style-src': "'self'",
        'object-src': "'none'",
        'base-uri': "'none'",
        'frame-ancestors': "'none'",
        'form-action': "'self'",
        'require-trusted-types-for': "'script'",
        'trusted-types': policy,
      })
    }
  })

  it('of the API reference may use inline styles, and keeps no token of its own', async () => {
    expect(await policyOf('/docs/')).toMatchObject({
      'script-src': "'self'",
      'style-src': "'self' 'unsafe-inline'",
      'base-uri': "'none'",
    })
    const script = await (await request('/docs/swagger-ui-init.js')).text()
    expect(script).toContain('"persistAuthorization": false')
  })

  it('of the queue board is the only one with a base', async () => {
    expect(await policyOf('/ops/queues')).toMatchObject({ 'base-uri': "'self'" })
    for (const path of ['/ops/queuesx', '/ops', '/ops/docs/', '/docsx']) {
      expect(await policyOf(path), path).toMatchObject({ 'base-uri': "'none'" })
    }
  })
})

describe('a page of another origin', () => {
  const preflight = {
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'authorization',
  }

  it('cannot read replies, unless its origin is listed', async () => {
    for (const origin of [
      'https://evil.example',
      'null',
      `${partner}.evil.example`,
      'http://partner.example',
    ]) {
      const reply = await requestFrom(`/api${homeProducts.path}`, { origin })
      expect(reply.headers.get('access-control-allow-origin'), origin).toBeNull()
      const preflightReply = await requestFrom('/api/auth/login', { origin, ...preflight }, 'OPTIONS')
      expect(preflightReply.headers.get('access-control-allow-origin'), origin).toBeNull()
    }
    const listed = await requestFrom(`/api${homeProducts.path}`, { origin: partner })
    expect(listed.headers.get('access-control-allow-origin')).toBe(partner)
    expect(listed.headers.get('access-control-allow-credentials')).toBeNull()
    expect(listed.headers.get('vary')).toContain('Origin')
    const unlisted = await request(`/api${homeProducts.path}`, { origin: partner })
    expect(unlisted.headers.get('access-control-allow-origin')).toBeNull()
  })

  it('that is listed may send a session and a key with a call', async () => {
    const preflightReply = await requestFrom('/api/auth/login', { origin: partner, ...preflight }, 'OPTIONS')
    expect(preflightReply.status).toBe(204)
    expect(preflightReply.headers.get('access-control-allow-headers')).toBe(
      'Authorization, Content-Type, Idempotency-Key, Order-Again, Price-Confirmed, Proof-Of-Work, Account-Proof, Unattended',
    )
    expect(preflightReply.headers.get('access-control-allow-methods')).toBe('GET, POST, DELETE')
  })

  it('opens a socket only if it is listed', async () => {
    const { token } = await service.as(await insertCustomer())
    const connect = (origin: string) => {
      const socket = io(`http://127.0.0.1:${open.port}`, {
        auth: { token },
        transports: ['websocket'],
        forceNew: true,
        reconnection: false,
        extraHeaders: { origin },
      })
      return new Promise<string>((resolve) => {
        socket.once('connect', () => resolve('connected'))
        socket.once('connect_error', () => resolve('refused'))
      }).finally(() => socket.close())
    }
    expect(await connect(partner)).toBe('connected')
    expect(await connect('https://evil.example')).toBe('refused')
  })
})

describe('a cookie', () => {
  const post = (path: string, body: object, headers: Record<string, string> = {}) =>
    fetch(`http://127.0.0.1:${open.port}${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', ...headers },
    })
  const cookieOf = (reply: Response) => reply.headers.get('set-cookie') ?? ''

  it('behind TLS is Secure, for our host only, and named accordingly', async () => {
    const { email } = await insertCustomer()
    const signedIn = cookieOf(await post('/api/auth/login', { email, password: testPassword }))
    const { token } = await service.as(await insertAdmin())
    const pass = cookieOf(await post('/api/ops/pass', {}, { authorization: `Bearer ${token}` }))
    for (const cookie of [signedIn, pass]) {
      expect(cookie).toMatch(
        /^__Host-\w+=[^;]+; Max-Age=\d+; Path=\/; Expires=[^;]+; HttpOnly; Secure; SameSite=Strict$/,
      )
    }
    const [sent = ''] = pass.split(';')
    const statusWith = async (cookie: string) => (await requestFrom('/ops/queues', { cookie })).status
    expect(await statusWith(sent)).toBe(200)
    expect(await statusWith(sent.replace('__Host-', ''))).toBe(401)
  })
})

describe('a GET that changes an order', () => {
  const path = '/api/admin/updateorder/JP261121K7Q2MD/Completed'

  it('is refused from another site’s page, whatever token it carries', async () => {
    const { token } = await service.as(await insertAdmin())
    const from = (headers: Record<string, string>) =>
      request(path, { authorization: `Bearer ${token}`, ...headers })
    for (const headers of [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site', origin: service.url },
      { 'sec-fetch-site': 'none' },
      { origin: 'https://evil.example' },
      { origin: 'null' },
    ]) {
      const reply = await from(headers as Record<string, string>)
      expect(reply.status, JSON.stringify(headers)).toBe(403)
      expect(await reply.json()).toMatchObject({
        code: 'forbidden',
        message: 'This can be done from our own pages alone.',
      })
    }
    // Our own pages, and clients without an origin, get as far as the order, which does not exist.
    for (const headers of [{ 'sec-fetch-site': 'same-origin' }, { origin: service.url }, {}]) {
      expect((await from(headers as Record<string, string>)).status, JSON.stringify(headers)).toBe(404)
    }
  })

  it('is the only kind that is checked: reading calls are allowed from anywhere', async () => {
    const { token } = await service.as(await insertAdmin())
    const headers = { authorization: `Bearer ${token}`, 'sec-fetch-site': 'cross-site' }
    expect((await request('/api/admin/stats', headers)).status).toBe(200)
  })
})

describe('a request', () => {
  /** The server's reply to these bytes. */
  async function answerTo(bytes: string): Promise<string> {
    const { connect } = await import('node:net')
    return new Promise<string>((resolve) => {
      const socket = connect(Number(new URL(service.url).port), '127.0.0.1', () => socket.write(bytes))
      socket.once('data', (data) => {
        resolve(String(data))
        socket.destroy()
      })
    })
  }

  it('that is not HTTP is refused, and the next request gets its reply', async () => {
    expect(await answerTo('GET / HTTP/1.1\r\nbad header\r\n\r\n')).toMatch(/^HTTP\/1\.1 400/)
    expect((await request('/healthz')).status).toBe(200)
  })

  it.each([
    [
      'its length twice',
      'Content-Length: 5\r\nTransfer-Encoding: chunked',
      '0\r\n\r\nGET /readyz HTTP/1.1\r\n\r\n',
    ],
    ['two lengths', 'Content-Length: 2\r\nContent-Length: 40', '{}'],
    ['an odd transfer coding', 'Transfer-Encoding: chunked, identity', '0\r\n\r\n'],
  ])('with %s is refused, so that no proxy reads another end of it', async (_what, lengths, body) => {
    const head = 'POST /api/auth/login HTTP/1.1\r\nHost: shop\r\nContent-Type: application/json\r\n'
    expect(await answerTo(`${head}${lengths}\r\n\r\n${body}`)).toMatch(/^HTTP\/1\.1 400/)
  })

  it('by TRACE is not echoed', async () => {
    const answer = await answerTo('TRACE / HTTP/1.1\r\nHost: shop\r\nX-Secret: told-back\r\n\r\n')
    expect(answer).toMatch(/^HTTP\/1\.1 4\d\d/)
    expect(answer).not.toContain('told-back')
  })
})
