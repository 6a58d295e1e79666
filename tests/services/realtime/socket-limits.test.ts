import { io, type Socket } from 'socket.io-client'
import { afterEach, describe, expect, it } from 'vitest'
import { insertCustomer } from '../../support/people.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { closed, refusalOf } from './socket-requests.ts'

let service: Service
const start = async (env: Record<string, string> = {}) => {
  service = await startService({ env })
}
const sockets: Socket[] = []
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.close()
  await service.stop()
})

/** A single socket, which does not reconnect. */
function open(token: string | undefined, headers: Record<string, string> = {}): Socket {
  const socket = io(service.url, {
    auth: { token },
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
    extraHeaders: headers,
  })
  sockets.push(socket)
  return socket
}

/** `connected`, or the reason for which it was closed. */
const outcome = (socket: Socket) =>
  new Promise<string>((resolve) => {
    socket.once('connect', () => resolve('connected'))
    socket.once('connect_error', (error) => resolve(error.message))
    socket.once('disconnect', (reason) => resolve(reason))
    socket.io.engine.once('close', () => resolve('closed'))
  })

describe('a user', () => {
  it('has a maximum of open sockets, and may open another when one closes', async () => {
    await start({ SOCKETS_PER_USER: '2' })
    const asha = await service.as(await insertCustomer())
    const first = await asha.socket()
    await asha.socket()
    expect(await refusalOf(asha.socket())).toMatchObject({ data: { code: 'too_many_requests' } })
    expect((await (await service.as(await insertCustomer())).socket()).connected).toBe(true)
    first.close()
    await expect
      .poll(() =>
        asha.socket().then(
          ({ connected }) => connected,
          () => false,
        ),
      )
      .toBe(true)
  })
})

describe('an address', () => {
  it('has a maximum of open sockets, signed in or not', async () => {
    await start({ SOCKETS_PER_ADDRESS: '3' })
    const { token } = await service.as(await insertCustomer())
    const outcomes: string[] = []
    for (let count = 0; count < 3; count++) outcomes.push(await outcome(open(token)))
    expect(outcomes).toEqual(['connected', 'connected', 'connected'])
    expect(await outcome(open(token))).not.toBe('connected')
  })

  it('is read from X-Forwarded-For only behind a trusted proxy', async () => {
    await start({ SOCKETS_PER_ADDRESS: '1' })
    const { token } = await service.as(await insertCustomer())
    expect(await outcome(open(token, { 'x-forwarded-for': '203.0.113.1' }))).toBe('connected')
    expect(await outcome(open(token, { 'x-forwarded-for': '203.0.113.2' }))).not.toBe('connected')
    await service.stop()
    await start({ SOCKETS_PER_ADDRESS: '1', TRUST_PROXY: '1' })
    const { token: again } = await service.as(await insertCustomer())
    const behind = (address: string) => open(again, { 'x-forwarded-for': `198.51.100.9, ${address}` })
    expect(await outcome(behind('203.0.113.1'))).toBe('connected')
    expect(await outcome(behind('203.0.113.2'))).toBe('connected')
    expect(await outcome(behind('203.0.113.2'))).not.toBe('connected')
  })
})

describe('a connection', () => {
  it('that is refused is closed, so that it cannot try a second token', async () => {
    await start()
    const raw = new WebSocket(`${service.url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`)
    const received: string[] = []
    raw.onmessage = ({ data }) => {
      received.push(String(data))
      if (String(data).startsWith('0')) raw.send('40{"token":"made-up"}')
    }
    const from = performance.now()
    await new Promise((resolve) => {
      raw.onclose = resolve
    })
    expect(performance.now() - from).toBeLessThan(5_000)
    expect(received.at(-1)).toMatch(/^44.*not_signed_in/)
  })

  it('with more than a hundred packets in a second is closed, whatever they are', async () => {
    await start()
    const asha = await service.as(await insertCustomer())
    const socket = await asha.socket()
    const bystander = await asha.socket()
    const end = closed(socket)
    for (let count = 0; count < 250; count++) socket.emit('order.unsubscribe', { client_txn_id: 'x' })
    await end
    expect(bystander.connected).toBe(true)
    socket.disconnect()
  })
})
