import { type AddressInfo, createServer, type Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it, type TestContext, vi } from 'vitest'
import { callVendor } from './call-vendor.ts'
import { callVendorByGet } from './call-vendor-by-get.ts'
import type { VendorReply } from './vendor-reply.ts'

type Ending = (socket: Socket) => void
const endings: [string, Ending][] = [
  ['FIN', (socket) => void socket.end()],
  ['RST', (socket) => void socket.resetAndDestroy()],
]

/** What the vendor sends before it ends a connection: nothing while `after` bytes have not arrived. */
type Moment = { after: 'first byte' | 'half' | 'all'; sends?: string }

const head = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n'
const reply = `${head}content-length: 13\r\n\r\n{"status":1}\n`
const largeBody = 'x'.repeat(2_000_000)

/**
 * A vendor that answers every request but those of `script`, which it ends as the script says. It counts the
 * requests that it received at least in part, and the connections.
 */
async function closingVendor({ onTestFinished }: TestContext) {
  const sockets = new Set<Socket>()
  const vendor = {
    url: '',
    requests: 0,
    connections: 0,
    script: undefined as { moment: Moment; end: Ending } | undefined,
    /** Waits until all connections are closed and the client knows, which takes two turns after an RST. */
    allClosed: async () => {
      await vi.waitUntil(() => sockets.size === 0)
      await nextTurn()
      await nextTurn()
    },
    toAll: (action: Ending) => {
      for (const socket of sockets) action(socket)
    },
  }
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    vendor.connections += 1
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined)
    socket.on('end', () => socket.end())
    let received = ''
    socket.on('data', (bytes) => {
      if (received === '') vendor.requests += 1
      received += bytes.toString('latin1')
      if (vendor.script && hasReached(vendor.script.moment, received)) {
        const { moment, end } = vendor.script
        socket.removeAllListeners('data').resume()
        if (moment.sends) socket.write(moment.sends, () => end(socket))
        else end(socket)
      } else if (!vendor.script && isComplete(received)) {
        received = ''
        socket.write(reply)
      }
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  vendor.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  onTestFinished(() => {
    vendor.toAll((socket) => void socket.destroy())
    server.close()
  })
  return vendor
}

function hasReached({ after }: Moment, received: string): boolean {
  if (after === 'first byte') return true
  return after === 'half' ? received.length >= largeBody.length / 2 : isComplete(received)
}

function isComplete(received: string): boolean {
  const [headers = '', body] = received.split('\r\n\r\n')
  return body !== undefined && body.length >= Number(/content-length: (\d+)/i.exec(headers)?.[1] ?? 0)
}

const moments: [string, Moment, VendorReply['kind'][]][] = [
  ['at the first byte of the request', { after: 'first byte' }, ['lost']],
  ['in the middle of the request', { after: 'half' }, ['lost']],
  ['after the request', { after: 'all' }, ['lost']],
  ['in the middle of the head', { after: 'all', sends: head }, ['lost']],
  ['after the head', { after: 'all', sends: `${head}content-length: 13\r\n\r\n` }, ['lost']],
  ['in the middle of the body', { after: 'all', sends: reply.slice(0, -6) }, ['lost']],
  [
    'in the middle of a body in chunks',
    { after: 'all', sends: `${head}transfer-encoding: chunked\r\n\r\nd\r\n{"status":1}\n\r\n` },
    ['lost'],
  ],
  [
    'in the middle of a body without a length',
    { after: 'all', sends: `${head}\r\n{"stat` },
    ['lost', 'nonsense'],
  ],
  ['after the body', { after: 'all', sends: reply }, ['json']],
  [
    'after the body, as announced',
    { after: 'all', sends: `${head}connection: close\r\ncontent-length: 13\r\n\r\n{"status":1}\n` },
    ['json'],
  ],
]

describe.each([
  ['a new connection', false],
  ['a reused connection', true],
])('a vendor that ends %s', { concurrent: true }, (_which, isReused) => {
  it.for(
    moments.flatMap(([when, moment, kinds]) =>
      endings.map(([how, end]) => ({ when, moment, kinds, how, end })),
    ),
  )(
    '$when by $how is sent one request, which is never called unsent',
    async ({ moment, kinds, end }, test) => {
      const vendor = await closingVendor(test)
      const call = () => callVendor({ url: vendor.url, headers: {}, timeoutMs: 5_000, body: largeBody })
      if (isReused) expect(await call()).toMatchObject({ kind: 'json' })
      const earlier = vendor.requests
      vendor.script = { moment, end }
      expect(kinds).toContain((await call()).kind)
      expect(vendor.requests - earlier).toBe(1)
      expect(vendor.connections).toBe(1)
      vendor.script = undefined
      await vendor.allClosed()
      expect(await call()).toMatchObject({ kind: 'json', body: { status: 1 } })
      expect(vendor.requests - earlier).toBe(2)
    },
  )
})

describe.each([
  ['POST', (url: string, timeoutMs = 4_000) => callVendor({ url, headers: {}, timeoutMs, body: 'x' })],
  ['GET', (url: string, timeoutMs = 4_000) => callVendorByGet({ url, headers: {}, timeoutMs })],
])('a kept connection for calls by %s', { concurrent: true }, (_method, callAt) => {
  const start = async (test: TestContext) => {
    const vendor = await closingVendor(test)
    const call = (timeoutMs?: number) => callAt(vendor.url, timeoutMs)
    expect(await call()).toMatchObject({ kind: 'json' })
    return { vendor, call }
  }

  it('serves several calls', async (test) => {
    const { vendor, call } = await start(test)
    await call()
    await call()
    expect(vendor.connections).toBe(1)
  })

  it.for(endings)('that the vendor closed while idle, by %s, is not used again', async ([, end], test) => {
    const { vendor, call } = await start(test)
    vendor.toAll(end)
    await vendor.allClosed()
    expect(await call()).toMatchObject({ kind: 'json' })
    expect(vendor).toMatchObject({ requests: 2, connections: 2 })
  })

  it.for(endings)(
    'that the vendor closes by %s in the moment of the call does not prove that nothing was sent',
    async ([, end], test) => {
      const { vendor, call } = await start(test)
      vendor.script = { moment: { after: 'first byte' }, end }
      vendor.toAll(end)
      expect(await call()).toMatchObject({ kind: 'lost' })
      expect(vendor.connections).toBe(1)
    },
  )

  it('is not used again after a time-out, so that a late reply is not taken for the next one', async (test) => {
    const { vendor, call } = await start(test)
    vendor.script = { moment: { after: 'all' }, end: () => undefined }
    expect(await call(500)).toMatchObject({ kind: 'lost' })
    vendor.toAll((socket) => void socket.write(`${head}content-length: 8\r\n\r\n{"id":1}`))
    vendor.script = undefined
    expect(await call()).toMatchObject({ kind: 'json', body: { status: 1 } })
    expect(vendor.connections).toBe(2)
  })

  it('is not used again after a reply to no call', async (test) => {
    const { vendor, call } = await start(test)
    vendor.toAll((socket) => void socket.write(`${head}content-length: 8\r\n\r\n{"id":1}`))
    await vendor.allClosed()
    expect(await call()).toMatchObject({ kind: 'json', body: { status: 1 } })
  })
})
