import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { createOrder } from '@jhatpat/shared/contracts/orders.ts'
import type { IUser } from '@jhatpat/shared/domain/accounts/index.ts'
import type { Env } from '@jhatpat/shared/platform/env.ts'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { startApi } from '../../../api/src/start-api.ts'
import { orderBody } from '../../support/buying.ts'
import { findNginx, startNginx } from '../../support/nginx.ts'
import { insertCustomer } from '../../support/people.ts'
import { personOf, type RawReply } from '../../support/person.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { insertShop, type Shop } from '../../support/shop.ts'

/* An api process stops while customers use it, alone and behind nginx. */

const found = await findNginx().catch((error: Error) => error)
let service: Service
let shop: Shop

beforeAll(async () => {
  service = await startService()
  shop = await insertShop()
})
afterAll(() => service.stop())

const start = (env: Partial<Env>) => startApi({ ...service.deps, env: { ...service.env, ...env } })
const addressOf = ({ port }: { port: number }) => `127.0.0.1:${port}`

/** An order that the gateway has taken, and answers only after `replyDelayMs`. */
async function orderAt(url: string, replyDelayMs: number) {
  const taken = () => service.simulators.journal('upigateway').length
  const before = taken()
  await service.simulators.control('upigateway', { replyDelayMs })
  onTestFinished(() => service.simulators.control('upigateway', { replyDelayMs: 0 }).then(() => undefined))
  const user = await insertCustomer()
  const { token } = await service.as(user)
  const reply = placeAs(url, token, user)()
  await expect.poll(taken, { timeout: 10_000 }).toBeGreaterThan(before)
  return { reply }
}

/** Places one order, and the same again. */
function placeAs(url: string, token: string | undefined, user: IUser): () => Promise<RawReply> {
  const key = randomUUID()
  return () =>
    personOf(url, token).request(`/api${createOrder.path}`, {
      method: createOrder.method,
      headers: { 'idempotency-key': key },
      body: JSON.stringify(orderBody(user, shop.diamonds)),
    })
}

it('lets an order end that waits for the payment gateway, and its connection with it', {
  timeout: 20_000,
}, async () => {
  const api = await start({})
  const { reply } = await orderAt(`http://${addressOf(api)}`, 6_500)
  await api.stop()
  const { status, headers } = await reply
  expect([status, headers.get('connection')]).toEqual([200, 'close'])
})

it('lets an order end whose former payment is checked before another is created', {
  timeout: 40_000,
}, async () => {
  const api = await start({ GATEWAY_CREATE_TIMEOUT_MS: 4_500, GATEWAY_TIMEOUT_MS: 4_000 })
  const user = await insertCustomer()
  const { token } = await service.as(user)
  const place = placeAs(`http://${addressOf(api)}`, token, user)
  await service.simulators.control('upigateway', { replyDelayMs: 5_000 })
  onTestFinished(() => service.simulators.control('upigateway', { replyDelayMs: 0 }).then(() => undefined))
  expect((await place()).status).toBe(503)
  await service.simulators.control('upigateway', { replyDelayMs: 3_500 })
  // Right before the check.
  const asking = vi.spyOn(api.deps, 'gatewayOf')
  const reply = place()
  await vi.waitFor(() => expect(asking).toHaveBeenCalled(), { timeout: 3_000, interval: 10 })
  await api.stop()
  expect((await reply).status).toBe(200)
})

it('serves a connection that came before its port closed, and its request after', async () => {
  const api = await start({ SHUTDOWN_DELAY_MS: 1_000 })
  const socket = connect(api.port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  await once(socket, 'connect')
  const stopped = api.stop()
  await expect.poll(() => isPortClosed(api.port), { interval: 10, timeout: 5_000 }).toBe(true)
  socket.write('POST /api/auth/logout HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n')
  const [reply] = await once(socket, 'data')
  expect(String(reply)).toMatch(/^HTTP\/1\.1 401 [\s\S]*\r\nConnection: close\r\n/)
  await stopped
})

const isPortClosed = (port: number): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/healthz`).then(
    () => false,
    () => true,
  )

it('ends each connection with its reply also for sockets that poll', { timeout: 20_000 }, async () => {
  const api = await start({ SHUTDOWN_DELAY_MS: 2_000 })
  const url = `http://${addressOf(api)}/socket.io/?EIO=4&transport=polling`
  const opened = await fetch(url)
  expect(opened.headers.get('connection')).toBe('keep-alive')
  const { sid } = JSON.parse((await opened.text()).slice(1)) as { sid: string }
  const waiting = fetch(`${url}&sid=${sid}`)
  const { clients } = api.deps.io.engine as unknown as {
    clients: Record<string, { transport: { writable: boolean } }>
  }
  await expect.poll(() => clients[sid]?.transport.writable).toBe(true)
  const stopped = api.stop()
  // Without a session, so that the reply to it ends what waits.
  const sent = await fetch(`${url}&sid=${sid}`, { method: 'POST', body: '40' })
  const refused = await fetch(`${url}&sid=none`)
  const ended = await waiting
  for (const [reply, status] of [
    [sent, 200],
    [ended, 200],
    [refused, 400],
  ] as const)
    expect([reply.status, reply.headers.get('connection')]).toEqual([status, 'close'])
  expect(await ended.text()).toMatch(/^44/)
  await stopped
})

it('waits for a request that does not end, but not for ever', { timeout: 20_000 }, async () => {
  const api = await start({ GATEWAY_CREATE_TIMEOUT_MS: 1_000, GATEWAY_TIMEOUT_MS: 1_000 })
  const socket = connect(api.port, '127.0.0.1').on('error', () => undefined)
  const headers =
    'Host: a\r\nContent-Type: application/json\r\nContent-Length: 100\r\nExpect: 100-continue\r\n'
  socket.write(`POST /api/auth/login HTTP/1.1\r\n${headers}\r\n`)
  const [arrived] = await once(socket, 'data')
  expect(String(arrived)).toBe('HTTP/1.1 100 Continue\r\n\r\n')
  let reply = ''
  socket.on('data', (part) => {
    reply += String(part)
  })
  const closed = once(socket, 'close')
  const from = performance.now()
  await api.stop()
  const seconds = (performance.now() - from) / 1_000
  expect(seconds).toBeGreaterThan(4)
  expect(seconds).toBeLessThan(8)
  await closed
  expect(reply).toBe('')
})

describe.skipIf(found instanceof Error)('behind nginx', () => {
  const program = found as Exclude<typeof found, Error>

  it('drops no request of customers', { timeout: 40_000 }, async () => {
    const [stays, stops] = await Promise.all([start({}), start({ SHUTDOWN_DELAY_MS: 4_000 })])
    onTestFinished(stays.stop)
    const nginx = await startNginx(program, [addressOf(stays), addressOf(stops)])
    onTestFinished(nginx.stop)
    const { reply } = await orderAt(nginx.url, 5_500)
    let hasStopped = false
    const statuses = new Map<string, number>()
    /** A GET would be repeated by nginx, a POST is not. */
    const customer = async (method: string, path: string) => {
      while (!hasStopped) {
        const { status } = await fetch(nginx.url + path, { method })
        const key = `${method} ${status}`
        statuses.set(key, (statuses.get(key) ?? 0) + 1)
        await sleep(5)
      }
    }
    const customers = [1, 2, 3, 4].map((one) =>
      one % 2 === 0 ? customer('GET', '/healthz') : customer('POST', '/api/auth/logout'),
    )
    await sleep(300)
    await stops.stop()
    await sleep(500)
    hasStopped = true
    await Promise.all(customers)
    expect((await reply).status).toBe(200)
    expect([...statuses.keys()].toSorted()).toEqual(['GET 200', 'POST 401'])
    // Some in each part of the shutdown, also on a busy machine.
    for (const count of statuses.values()) expect(count).toBeGreaterThan(20)
  })

  it('closes an idle connection before a process that stops does, and not at once', {
    timeout: 20_000,
  }, async () => {
    const open: { from: number; ms?: number }[] = []
    const server = createServer((_request, answer) => answer.end('ok'))
    server.keepAliveTimeout = 30_000
    server.on('connection', (socket) => {
      const times: { from: number; ms?: number } = { from: performance.now() }
      open.push(times)
      socket.on('close', () => {
        times.ms = performance.now() - times.from
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => server.close().closeAllConnections())
    const nginx = await startNginx(program, [addressOf(server.address() as AddressInfo)])
    onTestFinished(nginx.stop)
    await fetch(`${nginx.url}/healthz`)
    const closedAfterMs = () => open.at(-1)?.ms
    await expect.poll(closedAfterMs, { timeout: 8_000 }).toBeGreaterThan(1_000)
    // SHUTDOWN_DELAY_MS is 5 s in docker-compose.yml.
    expect(closedAfterMs()).toBeLessThan(4_500)
  })
})
