import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { canResolve, findNginx, startNginx } from '../../support/nginx.ts'
import { serveNames } from './dns-server.ts'

const found = await findNginx().catch((error: Error) => error)
const cannot = found instanceof Error || !canResolve(found) || process.platform !== 'linux'

const stops: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop()
})

it.skipIf(cannot)(
  'a request that waits for a removed process is answered, also while the address is taken from the list',
  { timeout: 60_000 },
  async () => {
    if (found instanceof Error) throw found
    const living = createServer((request, reply) => void request.pipe(reply))
    living.listen(0, '127.0.0.1')
    await once(living, 'listening')
    const { port } = living.address() as AddressInfo
    await listenWithoutAccepting('127.0.0.2', port)
    let addresses = ['127.0.0.1', '127.0.0.2']
    const names = await serveNames(() => addresses)
    const nginx = await startNginx(found, [], {
      upstream: {
        resolver: `resolver 127.0.0.1:${names.port} valid=1s ipv6=off;`,
        server: `server api:${port} resolve max_fails=0;`,
      },
    })
    stops.push(async () => living.close().closeAllConnections(), names.stop, nginx.stop)
    // A colon separates the servers that were asked when a request was made once more.
    const hasRepeated = async () => /127\.0\.0\.2:\d+(?:, api)? : /.test(await nginx.accessLog())
    let wasRepeated = false
    let hasEnded = false
    const answers = new Set<string>()
    const customer = async () => {
      while (!hasEnded) {
        const reply = await fetch(`${nginx.url}/api/order`, { method: 'POST', body: 'an order' })
        await sleep(20)
        answers.add(`${reply.status} ${await reply.text()}`)
      }
    }
    const customers = Array.from({ length: 6 }, customer)
    // A try of the removed process takes a second, and its name is resolved again each second.
    for (let change = 0; change < 30 && !wasRepeated; change += 1) {
      addresses = change % 2 === 0 ? ['127.0.0.1'] : ['127.0.0.1', '127.0.0.2']
      await sleep(1_300)
      wasRepeated = await hasRepeated()
    }
    hasEnded = true
    await Promise.all(customers)
    expect([...answers]).toEqual(['200 an order'])
    expect(wasRepeated).toBe(true)
  },
)

describe.skipIf(found instanceof Error)('a POST that was sent is sent only once', () => {
  const program = found as Exclude<typeof found, Error>
  const received: string[] = []
  const faults: [string, Fault][] = [
    ['the connection is reset', ({ socket }) => socket.resetAndDestroy()],
    ['the connection ends', ({ socket }) => socket.destroy()],
    ['the reply does not come in time', () => undefined],
    ['the reply breaks off', (_request, reply) => reply.write('half', () => reply.destroy())],
  ]

  it.each(faults)(
    'although %s, on a new connection and on a kept one',
    {
      timeout: 15_000,
    },
    async (_name, fail) => {
      received.length = 0
      const servers = [await failingServer(received, fail), await failingServer(received, fail)]
      const nginx = await startNginx(program, servers, { readSeconds: 1 })
      stops.push(nginx.stop)
      await order(nginx.url, 'on a new connection')
      const pages = Array.from({ length: 8 }, () => fetch(`${nginx.url}/home`).then((reply) => reply.text()))
      expect(new Set(await Promise.all(pages))).toEqual(new Set(['a page']))
      await order(nginx.url, 'on a kept connection')
      expect(received).toEqual(['on a new connection', 'on a kept connection'])
    },
  )

  it('although another process had refused it before', async () => {
    received.length = 0
    const server = await failingServer(received, ({ socket }) => socket.destroy())
    const nginx = await startNginx(program, ['127.0.0.1:1', server])
    stops.push(nginx.stop)
    const orders = ['1', '2', '3', '4']
    for (const body of orders) await order(nginx.url, body)
    expect(received).toEqual(orders)
    expect(await nginx.accessLog()).toContain(`127.0.0.1:1, ${server} 502, 502`)
  })
})

type Fault = (request: IncomingMessage, reply: ServerResponse) => void

/** Its address. It answers a GET, and fails after it has read a POST, whose body it notes. */
async function failingServer(received: string[], fail: Fault): Promise<string> {
  const server = createServer(async (request, reply) => {
    for await (const part of request) received.push(String(part))
    if (request.method === 'GET') reply.end('a page')
    else fail(request, reply)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  stops.push(async () => server.close().closeAllConnections())
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function order(url: string, body: string): Promise<void> {
  const reply = await fetch(`${url}/api/order`, { method: 'POST', body })
  await reply.text().catch(() => undefined)
}

/** A listener whose line is full: connections to it wait, as those to the address of a removed container. */
async function listenWithoutAccepting(host: string, port: number): Promise<void> {
  const options = JSON.stringify({ host, port, backlog: 1 })
  const script = `require('node:net').createServer().listen(${options}, () => console.log('ready'))`
  const child = spawn(process.execPath, ['--eval', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(child.stdout, 'data')
  child.kill('SIGSTOP')
  const line = Array.from({ length: 4 }, () => connect(port, host).on('error', () => undefined))
  stops.push(async () => {
    for (const socket of line) socket.destroy()
    child.kill('SIGKILL')
    await once(child, 'exit')
  })
}
