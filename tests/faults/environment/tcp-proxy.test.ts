import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createNetworkLink, type NetworkLink } from '../../support/tcp-proxy.ts'

let server: Server
let link: NetworkLink
let got = ''

beforeEach(async () => {
  got = ''
  server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.on('data', (data) => {
      got += data.toString()
      socket.write(data)
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  link = await createNetworkLink((server.address() as AddressInfo).port)
})
afterEach(async () => {
  await link.close()
  server.close()
})

async function open(): Promise<Socket> {
  const socket = connect(link.port, '127.0.0.1')
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  return socket
}

/** Not `once`, which rejects on an error. */
const closed = (socket: Socket) => new Promise<void>((done) => socket.once('close', () => done()))

describe('a link', () => {
  it('carries data both ways', async () => {
    const socket = await open()
    socket.write('ping')
    expect(String((await once(socket, 'data'))[0])).toBe('ping')
  })

  it('resets open and new connections while it refuses, and forwards again afterwards', async () => {
    const socket = await open()
    socket.write('a')
    await once(socket, 'data')
    link.set('refuse')
    await closed(socket)
    const next = connect(link.port, '127.0.0.1')
    next.on('error', () => undefined)
    await closed(next)
    link.set('pass')
    const last = await open()
    last.write('b')
    expect(String((await once(last, 'data'))[0])).toBe('b')
  })

  it('keeps a connection open and silent while it holds, and delivers late', async () => {
    const socket = await open()
    link.set('hold')
    socket.write('late')
    await sleep(80)
    expect(got).toBe('')
    link.set('pass')
    expect(String((await once(socket, 'data'))[0])).toBe('late')
  })

  it('lets a filter drop data for good', async () => {
    link.filter((data) => (data.includes('secret') ? 'drop' : 'pass'))
    const socket = await open()
    socket.write('secret')
    await sleep(50)
    socket.write('open')
    expect(String((await once(socket, 'data'))[0])).toBe('open')
    expect(got).toBe('open')
  })

  it('delivers late by its delay', async () => {
    link.delay(60)
    const socket = await open()
    const startedAt = performance.now()
    socket.write('x')
    await once(socket, 'data')
    expect(performance.now() - startedAt).toBeGreaterThan(110)
  })
})
