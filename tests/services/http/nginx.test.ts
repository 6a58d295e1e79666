import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingHttpHeaders, request, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { homeProducts } from '@jhatpat/shared/contracts/catalogue.ts'
import { errorCatalogue } from '@jhatpat/shared/contracts/errors.ts'
import express from 'express'
import { io, type Socket } from 'socket.io-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningApi, startApi } from '../../../api/src/start-api.ts'
import { webApps } from '../../../api/src/web/web-apps.ts'
import { canResolve, findNginx, type RunningNginx, startNginx } from '../../support/nginx.ts'
import { insertCustomer } from '../../support/people.ts'
import { requestRaw, sendRaw } from '../../support/raw-http.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { serveNames } from './dns-server.ts'

/* The shop's own nginx.conf, run by nginx in front of two api processes. */

const found = await findNginx().catch((error: Error) => error)

it('nginx is run in front of the api, or its absence is reported', ({ skip }) => {
  if (!(found instanceof Error)) return expect(found.version).toMatch(/^\d/)
  if (process.env.REQUIRE_ALL === '1') throw found
  skip(`nginx did not run: ${found.message}`)
})

describe.skipIf(found instanceof Error)('nginx in front of the api', () => {
  const program = found as Exclude<typeof found, Error>
  const stops: (() => Promise<unknown>)[] = []
  let service: Service
  /** `alone`: nginx is the only proxy. `twice`: another before it, which the tests play. */
  let token: string | undefined
  let behindTls: string[]
  let alone: RunningNginx
  let twice: RunningNginx
  let echo: RunningNginx
  let echoBehindTls: RunningNginx

  const start = async (...options: Parameters<typeof startNginx>) => {
    const running = await startNginx(...options)
    stops.push(running.stop)
    return running
  }
  const listening = async (server: Server) => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    stops.push(async () => server.close().closeAllConnections())
    return `127.0.0.1:${(server.address() as AddressInfo).port}`
  }

  beforeAll(async () => {
    const env = { TRUST_PROXY: '1', LIMIT_PER_ADDRESS: '5', SOCKETS_PER_ADDRESS: '1' }
    service = await startService({ env })
    const apiBehind = async (hops: number): Promise<RunningApi> => {
      const api = await startApi({ ...service.deps, env: { ...service.env, TRUST_PROXY: hops } })
      stops.push(api.stop)
      return api
    }
    const addressOf = ({ port }: RunningApi) => `127.0.0.1:${port}`
    alone = await start(program, [new URL(service.url).host, addressOf(await apiBehind(1))])
    behindTls = [await apiBehind(2), await apiBehind(2)].map(addressOf)
    twice = await start(program, behindTls, { trustedHops: 2 })
    token = (await service.as(await insertCustomer())).token
    const server = await listening(echoServer())
    echo = await start(program, [server])
    echoBehindTls = await start(program, [server], { trustedHops: 2 })
  })
  afterAll(async () => {
    for (const stop of stops.reverse()) await stop()
    await service?.stop()
  })

  const forged = { 'x-forwarded-for': '203.0.113.9', 'x-real-ip': '203.0.113.9' }
  const statusesOf = async (url: string, addresses: readonly string[]) => {
    const statuses: number[] = []
    for (const address of addresses) {
      const reply = await fetch(`${url}/api${homeProducts.path}`, { headers: { 'x-forwarded-for': address } })
      statuses.push(reply.status)
    }
    return statuses
  }

  describe('without another proxy before it', () => {
    it('counts calls by the connection’s address, whatever address the caller names', async () => {
      const named = [1, 2, 3, 4, 5, 6, 7].map((round) => `203.0.113.${round}`)
      expect(await statusesOf(alone.url, named)).toEqual([200, 200, 200, 200, 200, 429, 429])
    })

    it('counts sockets by the connection’s address, whatever address the caller names', async () => {
      const opened = await socketsFrom(alone.url, {
        token,
        named: ['203.0.113.1', '203.0.113.2', '203.0.113.3'],
      })
      expect(opened).toEqual([true, true, false])
    })

    it('passes on the caller’s own address, host and scheme for pages and calls', async () => {
      for (const path of [
        '/home',
        '/api/anything',
        '/api/admin/uploadimage',
        '/socket.io/?transport=polling',
      ]) {
        const headers = { ...forged, 'x-forwarded-host': 'evil.example', forwarded: 'for=203.0.113.9' }
        const got = (await (await fetch(echo.url + path, { headers })).json()) as IncomingHttpHeaders
        expect(got, path).toMatchObject({
          host: new URL(echo.url).host,
          'x-forwarded-for': '203.0.113.9, 127.0.0.1',
          'x-real-ip': '127.0.0.1',
          'x-forwarded-proto': 'http',
        })
        for (const name of ['upgrade', 'connection', 'forwarded', 'x-forwarded-host'])
          expect(got[name] ?? '', `${path} ${name}`).toMatch(/^(keep-alive)?$/)
      }
    })

    it('passes them on for sockets, too, with the upgrade', async () => {
      const headers = { ...forged, 'x-forwarded-proto': 'https' }
      const got = await upgradeHeaders(`${echo.url}/socket.io/?transport=websocket`, headers)
      expect(got).toMatchObject({
        connection: 'upgrade',
        upgrade: 'websocket',
        'x-forwarded-for': '203.0.113.9, 127.0.0.1',
        'x-real-ip': '127.0.0.1',
        'x-forwarded-proto': 'http',
      })
    })
  })

  describe('behind a proxy that ends TLS', () => {
    it('counts calls by the address that this proxy saw, whatever the caller put in front of it', async () => {
      const named = [1, 2, 3, 4, 5, 6].map((round) => `203.0.113.${round}, 198.51.100.7`)
      expect(await statusesOf(twice.url, named)).toEqual([200, 200, 200, 200, 200, 429])
      expect(await statusesOf(twice.url, ['198.51.100.7, 198.51.100.8'])).toEqual([200])
    })

    it('counts sockets by that address, too', async () => {
      const named = ['203.0.113.1, 198.51.100.7', '198.51.100.7', '203.0.113.2,198.51.100.7']
      expect(await socketsFrom(twice.url, { token, named })).toEqual([true, true, false])
    })

    it('passes on the address and the scheme that this proxy saw', async () => {
      const headers = { 'x-forwarded-for': '203.0.113.9, 198.51.100.7', 'x-forwarded-proto': 'https' }
      const got = await (await fetch(`${echoBehindTls.url}/home`, { headers })).json()
      expect(got).toMatchObject({
        'x-forwarded-for': '203.0.113.9, 198.51.100.7, 127.0.0.1',
        'x-real-ip': '198.51.100.7',
        'x-forwarded-proto': 'https',
      })
      expect(await echoBehindTls.accessLog()).toMatch(/^198\.51\.100\.7 .*"GET \/home" 200 /)
    })
  })

  it('stops a flood of one address before the api, and no other address', async () => {
    const { url, port } = await start(program, ['127.0.0.1:1'], { trustedHops: 2 })
    const flood = await Promise.all(
      Array.from({ length: 30 }, () => pipelined(port, 100, { 'X-Forwarded-For': '198.51.100.66' })),
    )
    const statuses = flood.flatMap((text) =>
      [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, one]) => Number(one)),
    )
    expect(statuses).toHaveLength(3_000)
    expect(statuses.filter((status) => status === 503).length).toBeGreaterThanOrEqual(2_000)
    const refused = flood
      .join('')
      .split('HTTP/1.1 ')
      .find((reply) => reply.startsWith('429'))
    const { message } = errorCatalogue.too_many_requests
    expect(refused).toContain('Retry-After: 2')
    expect(refused).toContain(JSON.stringify({ code: 'too_many_requests', message }))
    const other = await fetch(`${url}/api/x`, { headers: { 'x-forwarded-for': '198.51.100.67' } })
    expect(other.status).toBe(503)
  })

  it('replies 404 to callers from outside at /readyz and /metrics, however it is written', async () => {
    for (const path of ['/readyz', '/metrics', '/READYZ/', '/%72eadyz', '//metrics', '/x/../readyz']) {
      const reply = await requestRaw(echo.port, path)
      expect(reply, path).toMatch(/^HTTP\/1\.1 404 /)
      expect(reply, path).toContain('"code":"not_found"')
    }
  })

  it('refuses a body of more than 110 kB, except an upload of at most 9 MB', async () => {
    const send = (path: string, bytes: number) =>
      fetch(echo.url + path, { method: 'POST', body: new Uint8Array(bytes) })
    expect((await send('/api/orders', 100_000)).status).toBe(200)
    const refused = await send('/api/orders', 120_000)
    expect(refused.status).toBe(413)
    const { message } = errorCatalogue.body_too_large
    expect(await refused.json()).toEqual({ code: 'body_too_large', message })
    expect((await send('/api/admin/uploadimage', 8 * 1024 * 1024 + 2_000)).status).toBe(200)
    expect((await send('/api/admin/uploadimage', 10_000_000)).status).toBe(413)
  })

  it('stores no upload: a caller without a session is refused before the picture has arrived', async () => {
    const head = ['X-Forwarded-For: 198.51.100.30', 'Content-Type: multipart/form-data; boundary=a']
    const path = '/api/admin/uploadimage'
    const lines = [
      `POST ${path} HTTP/1.1`,
      'Host: a',
      ...head,
      'Content-Length: 8000000',
      '',
      'x'.repeat(200_000),
    ]
    const socket = connect(twice.port, '127.0.0.1')
    socket.write(lines.join('\r\n'))
    const [reply] = await once(socket, 'data')
    socket.destroy()
    expect(String(reply)).toMatch(/^HTTP\/1\.1 401 /)
  })

  it('disconnects a client that sends its headers or its body too slowly', { timeout: 30_000 }, async () => {
    const slow = [
      'GET /home HTTP/1.1\r\nHost: a\r\nX-A: ',
      'POST /api/orders HTTP/1.1\r\nHost: a\r\nContent-Length: 90000\r\n\r\n{',
    ]
    const seconds = await Promise.all(slow.map((text) => secondsUntilClosed(echo.port, text)))
    for (const one of seconds) expect(one).toBeLessThan(15)
  })

  it('passes compressed files of the api through, and compresses nothing itself', async () => {
    const { folder, text } = await builtFiles()
    stops.push(() => rm(folder, { recursive: true }))
    const files = express().use(webApps(service.deps, { folders: { storefront: folder, admin: folder } }))
    const { url } = await start(program, [await listening(createServer(files))])
    const sizes: number[] = []
    for (const [accepted, encoding] of [
      ['br, gzip', 'br'],
      ['gzip', 'gzip'],
      ['identity', undefined],
    ] as const) {
      const { headers, bytes } = await fetchEncoded(`${url}/assets/a.js`, accepted)
      expect(headers['content-encoding'], accepted).toBe(encoding)
      expect(headers.etag, accepted).toMatch(/^"[^"]+"$/)
      expect(headers['content-length'], accepted).toBe(String(bytes))
      sizes.push(bytes)
    }
    expect(sizes).toEqual([brotliCompressSync(text).length, gzipSync(text).length, text.length])
  })

  describe('without a running api', () => {
    let url: string
    beforeAll(async () => {
      url = (await start(program, ['127.0.0.1:1', '127.0.0.1:2'])).url
    })

    it.each(['/api/orders', '/socket.io/?transport=websocket', '/media/a.svg'])(
      'replies at %s in the shape of the api, with a time to try again',
      async (path) => {
        const reply = await fetch(url + path, { headers: { accept: 'text/html,*/*' } })
        expect(reply.status).toBe(503)
        expect(reply.headers.get('retry-after')).toBe('5')
        const { message } = errorCatalogue.service_unavailable
        expect(await reply.json()).toEqual({ code: 'service_unavailable', message })
      },
    )

    it('shows people a page of its own, which needs no other file and runs only its own script', async () => {
      const reply = await fetch(`${url}/home`, { headers: { accept: 'text/html,*/*' } })
      expect(reply.status).toBe(503)
      expect(reply.headers.get('retry-after')).toBe('5')
      expect(reply.headers.get('cache-control')).toBe('no-store')
      const page = await reply.text()
      expect(page).toContain('Jhatpat is not answering just now')
      expect(page).toContain('Jhatpat अभी जवाब नहीं दे रहा')
      expect(page).not.toMatch(/(src|href)="(?!data:)/)
      const script = /<script>([\s\S]*)<\/script>/.exec(page)?.[1] ?? ''
      const hash = createHash('sha256').update(script).digest('base64')
      expect(reply.headers.get('content-security-policy')).toContain(`script-src 'sha256-${hash}'`)
    })
  })

  it('passes on the api’s own 503 as it is', async () => {
    const busy = createServer((_request, reply) => reply.writeHead(503, { 'retry-after': '3' }).end('busy'))
    const { url } = await start(program, [await listening(busy)])
    const reply = await fetch(`${url}/api/orders`)
    expect([reply.status, reply.headers.get('retry-after'), await reply.text()]).toEqual([503, '3', 'busy'])
  })

  it('serves from the other process when one has stopped, and connects a socket there', async () => {
    const { url } = await start(program, ['127.0.0.1:1', behindTls[0] ?? ''], { trustedHops: 2 })
    for (let round = 0; round < 5; round += 1) expect((await fetch(`${url}/healthz`)).status).toBe(200)
    expect(await socketsFrom(url, { token, named: ['198.51.100.20'] })).toEqual([true])
  })

  it('keeps processes in service whose replies to one client fail', async () => {
    const failing = () =>
      createServer(({ url, socket }, reply) => (url === '/fails' ? socket.destroy() : reply.end('ok')))
    const { url, accessLog } = await start(program, [await listening(failing()), await listening(failing())])
    for (let round = 0; round < 8; round += 1) {
      const { status } = await fetch(`${url}/fails`, { method: 'POST' })
      expect(status).toBe(503)
    }
    for (let round = 0; round < 8; round += 1) expect((await fetch(`${url}/home`)).status).toBe(200)
    expect(await accessLog()).toContain('"POST /fails" 503 ')
  })

  it.skipIf(found instanceof Error || !canResolve(found) || process.platform !== 'linux')(
    'finds a replaced process, which has another address, within seconds',
    async () => {
      const name = (text: string) => createServer((_request, reply) => reply.end(text))
      const first = name('first')
      const port = Number((await listening(first)).split(':')[1])
      const names = await serveNames(() => addresses)
      stops.push(names.stop)
      let addresses = ['127.0.0.1']
      const { url } = await start(program, [], {
        upstream: {
          resolver: `resolver 127.0.0.1:${names.port} valid=1s ipv6=off;`,
          server: `server api:${port} resolve;`,
        },
      })
      const text = async () => (await fetch(`${url}/home`)).text()
      await expect.poll(text).toBe('first')
      first.close().closeAllConnections()
      const second = name('second')
      await new Promise<void>((resolve) => second.listen(port, '127.0.0.2', resolve))
      stops.push(async () => second.close().closeAllConnections())
      addresses = ['127.0.0.2']
      await expect.poll(text, { timeout: 5_000 }).toBe('second')
    },
  )
})

/** Replies with the headers that it received, also to an upgrade. */
function echoServer(): Server {
  const server = createServer((got, reply) => {
    got.resume().on('end', () => reply.end(JSON.stringify(got.headers)))
  })
  server.on('upgrade', (got, socket) =>
    socket.end(
      `HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\nx-got: ${JSON.stringify(got.headers)}\r\n\r\n`,
    ),
  )
  return server
}

/** The headers that the server received with an upgrade request. */
function upgradeHeaders(url: string, headers: Record<string, string>): Promise<IncomingHttpHeaders> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { headers: { ...headers, connection: 'upgrade', upgrade: 'websocket' } })
    asked.on('upgrade', (reply, socket) => {
      socket.destroy()
      resolve(JSON.parse(String(reply.headers['x-got'])))
    })
    asked.on('response', ({ statusCode }) => reject(new Error(`answered with ${statusCode}`)))
    asked.on('error', reject).end()
  })
}

type Connecting = { token: string | undefined; named: readonly string[] }

/** Opens a socket for each of these `X-Forwarded-For`, one after the other; whether it was admitted. */
async function socketsFrom(url: string, { token, named }: Connecting): Promise<boolean[]> {
  const sockets: Socket[] = []
  const admitted: boolean[] = []
  for (const address of named) {
    const socket = io(url, {
      auth: { token },
      transports: ['websocket'],
      forceNew: true,
      reconnection: false,
      extraHeaders: { 'x-forwarded-for': address },
    })
    sockets.push(socket)
    admitted.push(
      await new Promise<boolean>((resolve) => {
        socket.once('connect', () => resolve(true))
        socket.once('connect_error', () => resolve(false))
        socket.io.engine.once('close', () => resolve(false))
      }),
    )
  }
  for (const socket of sockets) socket.disconnect()
  return admitted
}

/** Sends requests on one connection without waiting for the replies, which are returned as they came. */
function pipelined(port: number, count: number, headers: Record<string, string>): Promise<string> {
  const lines = Object.entries({ Host: 'a', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
  const one = (more = '') => `GET /api/flood HTTP/1.1\r\n${lines.join('')}${more}\r\n`
  return sendRaw(port, one().repeat(count - 1) + one('Connection: close\r\n'))
}

function secondsUntilClosed(port: number, text: string): Promise<number> {
  const from = performance.now()
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1').on('error', () => {})
    socket.on('close', () => resolve((performance.now() - from) / 1_000))
    socket.resume().write(text)
  })
}

/** `fetch` would decompress the body. */
function fetchEncoded(
  url: string,
  accepted: string,
): Promise<{ headers: IncomingHttpHeaders; bytes: number }> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { headers: { 'accept-encoding': accepted } }, (reply) => {
      let bytes = 0
      reply.on('data', (part: Buffer) => {
        bytes += part.length
      })
      reply.on('end', () => resolve({ headers: reply.headers, bytes }))
    })
    asked.on('error', reject).end()
  })
}

/** An app as it is built: a file with its compressed forms. */
async function builtFiles(): Promise<{ folder: string; text: Buffer }> {
  const folder = await mkdtemp(join(tmpdir(), 'jhatpat-built-'))
  const text = Buffer.from('export const answer = 42\n'.repeat(400))
  await mkdir(join(folder, 'assets'))
  await writeFile(join(folder, 'index.html'), '<!doctype html>')
  await writeFile(join(folder, 'assets/a.js'), text)
  await writeFile(join(folder, 'assets/a.js.br'), brotliCompressSync(text))
  await writeFile(join(folder, 'assets/a.js.gz'), gzipSync(text))
  return { folder, text }
}
