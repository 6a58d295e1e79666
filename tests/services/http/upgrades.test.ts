import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { findNginx, startNginx } from '../../support/nginx.ts'
import { insertCustomer } from '../../support/people.ts'
import { requestRaw, statusOf } from '../../support/raw-http.ts'
import { type Service, startService } from '../../support/service-harness.ts'

/* No request makes an api process end a connection without a reply, which a proxy takes for a failure. */

const found = await findNginx().catch((error: Error) => error)
let service: Service
let port: number

beforeAll(async () => {
  service = await startService()
  port = Number(new URL(service.url).port)
})
afterAll(() => service.stop())

const upgrade = (to: string) => ({ Connection: 'Upgrade, close', Upgrade: to })

it.each([
  ['/healthz', 'h2c', 200],
  ['/healthz', 'websocket', 200],
  ['/api/wallet/none', 'websocket', 404],
  ['/x/../socket.io/', 'websocket', 404],
  ['/socket.io/?EIO=4&transport=polling', 'h2c', 200],
  ['/socket.io/?EIO=4&transport=websocket', 'h2c', 400],
  ['/socket.io/', 'websocket', 400],
  ['/socket.io/?EIO=4&transport=websocket', 'websocket', 400],
] as const)('replies at %s to an offer of %s by %i', async (path, to, status) => {
  expect(statusOf(await requestRaw(port, path, { headers: upgrade(to) }))).toBe(status)
})

it('reads the body of a call that offers another protocol', async () => {
  const body = JSON.stringify({ email: 'asha@example.com', password: 'a wrong guess' })
  const headers = { ...upgrade('h2c'), 'Content-Type': 'application/json' }
  const reply = await requestRaw(port, '/api/auth/login', { method: 'POST', headers, body })
  expect(statusOf(reply)).toBe(401)
  expect(reply).toContain('"code":"invalid_credentials"')
})

it('still opens sockets', async () => {
  const person = await service.as(await insertCustomer())
  expect((await person.socket()).connected).toBe(true)
})

const odd: readonly (readonly [path: string, request: Parameters<typeof requestRaw>[2]])[] = [
  ['/healthz', { headers: upgrade('websocket') }],
  ['/socket.io/?EIO=4&transport=websocket', { headers: upgrade('websocket') }],
  ['/socket.io/?EIO=4&transport=websocket', { headers: upgrade('h2c') }],
  ['/socket.io/', { headers: { ...upgrade('websocket'), 'Sec-WebSocket-Version': '99' } }],
  ['/socket.io/?EIO=4&transport=polling&sid=none', { method: 'POST', body: 'x'.repeat(20_000) }],
  ['/socket.io/?EIO=4&transport=none', {}],
  ['/healthz', { headers: { Expect: 'nonsense' } }],
  ['/healthz', { headers: { 'X-A': 'a'.repeat(7_000), 'X-B': 'b'.repeat(7_000), 'X-C': 'c'.repeat(7_000) } }],
  ['/healthz', { headers: { 'X-A': '\u0001' } }],
  ['/healthz', { method: 'PROPFIND' }],
  ['/healthz', { method: 'NONSENSE' }],
  ['/%', {}],
  ['/api/auth/login', { method: 'POST', body: '{', headers: { 'Content-Encoding': 'br' } }],
]

describe.skipIf(found instanceof Error)('behind nginx', () => {
  it('gets a reply to whatever one client sends', async () => {
    const nginx = await startNginx(found as Exclude<typeof found, Error>, [`127.0.0.1:${port}`])
    onTestFinished(nginx.stop)
    for (let round = 0; round < 3; round += 1)
      await Promise.all(
        odd.map(async ([path, request]) => {
          const status = statusOf(await requestRaw(nginx.port, path, request))
          const what = `${path} ${JSON.stringify(request).slice(0, 90)}`
          expect(status, what).toBeGreaterThanOrEqual(200)
          expect(status, what).toBeLessThan(500)
        }),
      )
    expect((await fetch(`${nginx.url}/healthz`)).status).toBe(200)
  })
})
