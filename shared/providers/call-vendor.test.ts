// cspell:ignore cret
import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as createSecureServer, type ServerOptions } from 'node:https'
import { type AddressInfo, createServer as createSocketServer } from 'node:net'
import tls from 'node:tls'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { afterEach, describe, expect, it } from 'vitest'
import { tlsCertificate } from '../../tests/support/tls-certificate.ts'
import { callVendor, vendorMessage } from './call-vendor.ts'
import { callVendorByGet } from './call-vendor-by-get.ts'

const request = { headers: {}, timeoutMs: 4_000 }
const briefly = { timeoutMs: 200 }

describe.each([
  ['POST', (url: string, more = {}) => callVendor({ ...request, ...more, url, body: 'x' })],
  ['GET', (url: string, more = {}) => callVendorByGet({ ...request, ...more, url })],
])('a vendor called by %s', (method, call) => {
  let server: Server
  const listen = async (answer: RequestListener) => {
    server = createServer(answer)
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  }
  const close = () => new Promise<unknown>((done) => server.close(done).closeAllConnections())
  afterEach(() => close())

  it('reports a refused connection as never sent', async () => {
    const url = await listen(() => {})
    await close()
    expect(await call(url)).toMatchObject({ kind: 'unavailable' })
  })

  it('reports a time-out as lost, even in the middle of the reply', async () => {
    const url = await listen((_request, response) => void response.write('{'))
    expect(await call(url, briefly)).toEqual({ kind: 'lost', message: 'No answer within 0.2 s.' })
  })

  it('reports a reset as lost', async () => {
    const url = await listen((request) => request.socket.resetAndDestroy())
    expect(await call(url)).toMatchObject({ kind: 'lost' })
  })

  it('does not follow a redirect with the keys in its body', async () => {
    const asked: (string | undefined)[] = []
    const url = await listen((request, response) => {
      asked.push(request.url)
      response.writeHead(307, { location: '/elsewhere' }).end()
    })
    expect(await call(url)).toMatchObject({ kind: 'nonsense' })
    expect(asked).toEqual(['/'])
  })

  it.each([421, 401, 408, 425, 503])('sends once when the answer is HTTP %i', async (status) => {
    const asked: unknown[] = []
    const url = await listen((request, response) => {
      asked.push([request.method, request.headers['content-length']])
      request.resume().on('end', () => response.writeHead(status).end('{}'))
    })
    expect(await call(url)).toEqual({ kind: 'json', httpStatus: status, body: {} })
    expect(asked).toEqual([[method, method === 'POST' ? '1' : undefined]])
  })

  it.each([
    ['7', 7_000],
    [undefined, 30_000],
    ['86400', 900_000],
  ])('reads when to call again from HTTP 429 with Retry-After %s', async (retryAfter, retryAfterMs) => {
    const url = await listen((request, response) => {
      request.resume()
      response.writeHead(429, retryAfter ? { 'retry-after': retryAfter } : {}).end('<h1>Slow down</h1>')
    })
    expect(await call(url)).toMatchObject({ kind: 'rate_limited', retryAfterMs })
  })

  it('sends once when a reused connection ends without an answer', async () => {
    let asked = 0
    const url = await listen((request, response) => {
      asked += 1
      request.resume()
      if (asked === 1) response.end('{}')
      else request.socket.end()
    })
    expect(await call(url)).toMatchObject({ kind: 'json' })
    expect(await call(url)).toMatchObject({ kind: 'lost' })
    expect(asked).toBe(2)
  })

  it.each([
    ['whose certificate is not trusted', tlsCertificate],
    ['that offers no certificate', {}],
    ['that only speaks a version of TLS that we refuse', { ...tlsCertificate, maxVersion: 'TLSv1.1' }],
  ] satisfies [string, ServerOptions][])('never sends to a vendor %s', async (_what, options) => {
    const received: unknown[] = []
    const secure = createSecureServer(options, (request) => received.push(request.method))
    await new Promise<void>((done) => secure.listen(0, '127.0.0.1', done))
    const reply = await call(`https://127.0.0.1:${(secure.address() as AddressInfo).port}/`)
    await new Promise<unknown>((done) => secure.close(done).closeAllConnections())
    expect(reply).toMatchObject({ kind: 'unavailable' })
    expect(received).toEqual([])
  })

  it('never sends to a vendor that closes the connection during the handshake', async () => {
    const socketServer = createSocketServer((socket) => socket.once('data', () => socket.destroy()))
    await new Promise<void>((done) => socketServer.listen(0, '127.0.0.1', done))
    const reply = await call(`https://127.0.0.1:${(socketServer.address() as AddressInfo).port}/`)
    await new Promise<unknown>((done) => socketServer.close(done))
    expect(reply).toMatchObject({ kind: 'unavailable' })
  })

  it('reports a TLS alert after the request as lost', async () => {
    const trusted = tls.getCACertificates('default')
    tls.setDefaultCACertificates([...trusted, tlsCertificate.cert])
    const wantsCertificate = { requestCert: true, rejectUnauthorized: true, minVersion: 'TLSv1.3' } as const
    const secure = createSecureServer({ ...tlsCertificate, ...wantsCertificate }, (_request, response) =>
      response.end('{}'),
    )
    await new Promise<void>((done) => secure.listen(0, '127.0.0.1', done))
    const reply = await call(`https://127.0.0.1:${(secure.address() as AddressInfo).port}/`)
    await new Promise<unknown>((done) => secure.close(done).closeAllConnections())
    tls.setDefaultCACertificates(trusted)
    expect(reply).toMatchObject({ kind: 'lost' })
  })

  it('reports a reply that is cut off as lost', async () => {
    const url = await listen((_request, response) => {
      response.writeHead(200, { 'content-length': '9' }).write('{}', () => response.destroy())
    })
    expect(await call(url)).toMatchObject({ kind: 'lost' })
  })

  it.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
    ['deflate', deflateSync],
  ])('reads a reply compressed by %s although it did not accept that', async (encoding, compress) => {
    const url = await listen((request, response) => {
      request.resume()
      response.writeHead(200, { 'content-encoding': encoding }).end(compress('{"status":200}'))
    })
    expect(await call(url)).toMatchObject({ kind: 'json', body: { status: 200 } })
    expect(await call(url)).toMatchObject({ kind: 'json', body: { status: 200 } })
  })

  it('reads no more than 4 MB of a small reply that unpacks to more', async () => {
    const url = await listen((request, response) => {
      request.resume()
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(' '.repeat(50_000_000)))
    })
    expect(await call(url)).toMatchObject({ kind: 'nonsense' })
  })

  it('reads no more than 4 MB, and a shorter reply completely', async () => {
    const url = await listen((request, response) => {
      const send = () => response.write(' '.repeat(500_000), () => void (response.destroyed || send()))
      if (request.url === '/endless') send()
      else response.end(`"${'é'.repeat(1_900_000)}"`)
    })
    expect(await call(url)).toMatchObject({ kind: 'json', body: 'é'.repeat(1_900_000) })
    expect(await call(`${url}endless`)).toEqual({
      kind: 'nonsense',
      httpStatus: 200,
      message: 'The reply is longer than 4 MB.',
    })
  })
})

describe('callVendorByGet', () => {
  it('sends the address and the headers unchanged', async () => {
    const asked: unknown[] = []
    const server = createServer(({ url, headers }, response) => {
      asked.push(url, headers['x-sign'])
      response.end('{}')
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/buy?b=2&a=%20x`
    await callVendorByGet({ ...request, url, headers: { 'x-sign': 's' } })
    await new Promise((done) => server.close(done))
    expect(asked).toEqual(['/buy?b=2&a=%20x', 's'])
  })

  it('reports nothing sent while the TLS handshake has not ended', async () => {
    const mute = createSocketServer()
    await new Promise<void>((done) => mute.listen(0, '127.0.0.1', done))
    const url = `https://127.0.0.1:${(mute.address() as AddressInfo).port}/`
    expect((await callVendorByGet({ ...request, ...briefly, url })).kind).toBe('unavailable')
    mute.close()
  })

  it('reports nothing sent for an invalid address', async () => {
    expect((await callVendorByGet({ ...request, url: 'no address' })).kind).toBe('unavailable')
  })
})

describe('vendorMessage', () => {
  it('keeps one clean line without the secret', () => {
    expect(vendorMessage('<b>bad</b>\n key s3cret', ['s3cret', ''])).toBe('bad key ***')
  })

  it('is empty for a value that is not text', () => {
    expect(vendorMessage({ a: 1 }, [])).toBe('')
  })
})

describe('a vendor’s text of 80 kB', () => {
  it.each([
    ['signs', '<'.repeat(80_000)],
    ['spaces', ' '.repeat(80_000)],
    ['words in mark-up', '<p>No </p>'.repeat(8_000)],
    ['the secret', 'my-key'.repeat(13_000)],
  ])('of %s is cleaned within 50 ms, without the secret', (_what, text) => {
    const from = performance.now()
    const message = vendorMessage(text, ['my-key'])
    expect(performance.now() - from).toBeLessThan(50)
    expect(message.length).toBeLessThanOrEqual(300)
    expect(message).not.toContain('my-key')
  })

  it('keeps no part of a secret at the position of the cut', () => {
    for (let at = 280; at < 2_010; at += 1)
      expect(vendorMessage(`${'x'.repeat(at)}my-long-secret-key`, ['my-long-secret-key'])).not.toMatch(
        /my-long/,
      )
  })
})
