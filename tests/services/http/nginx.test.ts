import { createServer, type IncomingHttpHeaders, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { homeProducts } from '@jhatpat/shared/contracts/catalogue.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findNginx, type RunningNginx, startNginx } from '../../support/nginx.ts'
import { type Service, startService } from '../../support/service-harness.ts'

/* The shop's own nginx.conf, run by nginx in front of api processes. */

const program = await findNginx().catch((error: Error) => error)

describe.skipIf(program instanceof Error)('nginx in front of the api', () => {
  let service: Service
  let echo: Server
  let shop: RunningNginx
  let mirror: RunningNginx

  beforeAll(async () => {
    if (program instanceof Error) return
    service = await startService({ env: { TRUST_PROXY: '1', LIMIT_PER_ADDRESS: '5' } })
    const { host } = new URL(service.url)
    shop = await startNginx(program, [host])
    echo = createServer((got, reply) => reply.end(JSON.stringify(got.headers))).listen(0, '127.0.0.1')
    echo.on('upgrade', (got, socket) =>
      socket.end(
        `HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\nx-got: ${JSON.stringify(got.headers)}\r\n\r\n`,
      ),
    )
    await new Promise((listening) => echo.once('listening', listening))
    mirror = await startNginx(program, [`127.0.0.1:${(echo.address() as AddressInfo).port}`])
  })
  afterAll(async () => {
    await shop?.stop()
    await mirror?.stop()
    echo?.close()
    await service?.stop()
  })

  const forged = { 'x-forwarded-for': '203.0.113.9', 'x-real-ip': '203.0.113.9' }

  it('counts wrong requests by the connection’s address, whatever address the caller names', async () => {
    const statuses: number[] = []
    for (let round = 1; round <= 7; round += 1) {
      const headers = { 'x-forwarded-for': `203.0.113.${round}` }
      statuses.push((await fetch(`${shop.url}/api${homeProducts.path}`, { headers })).status)
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429])
  })

  it('passes on the caller’s own address, host and scheme for pages and calls', async () => {
    const headers = { ...forged, 'x-forwarded-proto': 'https' }
    const got = (await (await fetch(`${mirror.url}/home`, { headers })).json()) as IncomingHttpHeaders
    expect(got).toMatchObject({
      host: new URL(mirror.url).host,
      'x-forwarded-for': '203.0.113.9, 127.0.0.1',
      'x-real-ip': '127.0.0.1',
      'x-forwarded-proto': 'https',
    })
    expect(got).not.toHaveProperty('upgrade')
  })

  it('passes them on for sockets, too, with the upgrade', async () => {
    const got = await upgradeHeaders(`${mirror.url}/socket.io/?transport=websocket`, forged)
    expect(got).toMatchObject({
      connection: 'upgrade',
      upgrade: 'websocket',
      'x-forwarded-for': '203.0.113.9, 127.0.0.1',
      'x-real-ip': '127.0.0.1',
      'x-forwarded-proto': 'http',
    })
  })
})

it('nginx is run in front of the api, or its absence is reported', ({ skip }) => {
  if (!(program instanceof Error)) return expect(program.version).toMatch(/^\d/)
  if (process.env.REQUIRE_ALL === '1') throw program
  skip(program.message)
})

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
