import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { findNginx, type RunningNginx, startNginx } from '../../support/nginx.ts'
import { requestRaw, statusOf } from '../../support/raw-http.ts'
import { tokenUrls } from '../../support/token-urls.ts'

/* What the shop's own nginx.conf logs, counts and passes on of a request. */

const found = await findNginx().catch((error: Error) => error)

describe.skipIf(found instanceof Error)('nginx', () => {
  const program = found as Exclude<typeof found, Error>
  const held: ServerResponse[] = []
  const holding = createServer((_request, reply) => held.push(reply))
  let nginx: RunningNginx
  let echo: RunningNginx

  beforeAll(async () => {
    nginx = await startNginx(program, [await listening(holding)], { trustedHops: 2 })
    echo = await startNginx(program, [await listening(echoServer)])
  })
  afterAll(async () => {
    await Promise.all([nginx?.stop(), echo?.stop()])
    for (const server of [holding, echoServer]) server.close().closeAllConnections()
  })

  it('logs addresses without tokens and queries, exactly as the api does', async () => {
    for (const [url] of tokenUrls) await requestRaw(echo.port, url)
    const log = await echo.accessLog()
    const logged = [...log.matchAll(/"GET (\S*)" 200 /g)].map((match) => match[1])
    expect(logged).toEqual(tokenUrls.map(([, path]) => path))
    expect(log).not.toMatch(/T0ken|asha/)
  })

  describe('passes an upgrade on', () => {
    const received = async (path: string, headers: Record<string, string>) => {
      const reply = await requestRaw(echo.port, path, {
        headers: { Connection: 'Upgrade, close', ...headers },
      })
      expect(statusOf(reply)).toBe(200)
      return JSON.parse(reply.slice(reply.indexOf('{'), reply.lastIndexOf('}') + 1)) as IncomingHttpHeaders
    }

    it.each(['websocket', 'WebSocket'])('to %s, at the address of the sockets', async (upgrade) => {
      const got = await received('/socket.io/?EIO=4&transport=websocket', { Upgrade: upgrade })
      expect(got).toMatchObject({ upgrade: 'websocket', connection: 'upgrade' })
    })

    it.each([
      ['/healthz', 'websocket'],
      ['/api/orders', 'websocket'],
      ['/x/../socket.io/', 'websocket'],
      ['/%73ocket.io/', 'websocket'],
      ['/SOCKET.IO/', 'websocket'],
      ['/api/orders?/socket.io/', 'websocket'],
      ['/socket.io/', 'h2c'],
      ['/socket.io/', 'websocket, h2c'],
      ['/', 'TLS/1.0'],
    ])('not at %s to %s', async (path, upgrade) => {
      const got = await received(path, { Upgrade: upgrade })
      expect([got.upgrade, got.connection ?? 'keep-alive']).toEqual([undefined, 'keep-alive'])
    })
  })

  /** Whether a caller counts as another one that has as many uploads open as one may have. */
  const isCountedWith = async (first: string, second: string): Promise<boolean> => {
    const before = held.length
    const passed = () => held.length - before
    const uploads = [1, 2, 3, 4].map(() => startUpload(nginx.port, first))
    await expect.poll(passed, { timeout: 5_000 }).toBe(4)
    const refused: unknown[] = []
    uploads.push(startUpload(nginx.port, second).on('data', (reply) => refused.push(reply)))
    await expect.poll(() => passed() + refused.length, { timeout: 5_000 }).toBe(5)
    for (const upload of uploads) upload.destroy()
    return refused.length > 0
  }

  it('counts open sockets apart from other connections, so that they leave room for calls', async () => {
    const limits = { connections: 2, sockets: 3 }
    const few = await startNginx(program, [addressOf(holding)], { limits })
    onTestFinished(few.stop)
    const before = held.length
    const passed = () => held.length - before
    const open = async (path: string, count: number) => {
      const expected = passed() + count
      const replies: unknown[] = []
      for (let round = 0; round <= count; round += 1) {
        const socket = connect(few.port, '127.0.0.1').on('error', () => {})
        onTestFinished(() => void socket.destroy())
        socket.on('data', (reply) => replies.push(reply)).write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`)
      }
      await expect.poll(() => [passed(), replies.length], { timeout: 5_000 }).toEqual([expected, 1])
      expect(String(replies[0])).toMatch(/^HTTP\/1\.1 429 /)
    }
    await open('/socket.io/', 3)
    await open('/home', 2)
  })

  it.each([
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::9'],
    ['2001:db8:3::1', '2001:db8:3:0:1:2:3:4'],
    ['2001:db8::1', '2001:db8:0:0:1:2:3:4'],
    ['2001:0:0:5::1', '2001::5:1:2:3:4'],
    ['2001::1', '2001:0:0:0:1:2:3:4'],
    ['2001:DB8:6:7::1', '2001:DB8:6:7::2'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
  ])('counts %s and %s, of one network, together', async (first, second) => {
    expect(await isCountedWith(first, second)).toBe(true)
  })

  it.each([
    ['2001:db8:11:2::1', '2001:db8:11:3::1'],
    ['2001:db9::1', '2001:db9:0:1::1'],
    ['2001::6:1:2:3:4', '2001::7:1:2:3:4'],
    ['::ffff:203.0.113.10', '::ffff:203.0.113.11'],
  ])('counts %s and %s, of two networks, each alone', async (first, second) => {
    expect(await isCountedWith(first, second)).toBe(false)
  })
})

/** Replies with the headers that it received, also where they ask for an upgrade. */
const echoServer = createServer({ shouldUpgradeCallback: () => false }, (got, reply) => {
  got.resume().on('end', () => reply.end(JSON.stringify(got.headers)))
})

async function listening(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return addressOf(server)
}

const addressOf = (server: Server) => `127.0.0.1:${(server.address() as AddressInfo).port}`

/** Without the end of its body. */
function startUpload(port: number, address: string): Socket {
  const socket = connect(port, '127.0.0.1').on('error', () => {})
  const head = ['POST /api/admin/uploadimage HTTP/1.1', 'Host: a', `X-Forwarded-For: ${address}`]
  socket.write([...head, 'Content-Length: 1000', '', 'x'].join('\r\n'))
  return socket
}
