import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import type { Duplex } from 'node:stream'
import { sleep } from './wait.ts'

/** One address before all api processes: requests and sockets go, in turn, to those that say that they are ready. */
export type Balancer = { url: string; stop(): Promise<void> }

const askEveryMs = 250

/** @param apiUrls of all processes, also of those that do not run yet; one must be ready */
export async function startBalancer(apiUrls: readonly string[]): Promise<Balancer> {
  const ports = apiUrls.map((url) => Number(new URL(url).port))
  let ready = await readyOf(ports)
  let turn = 0
  const nextPort = () => {
    turn += 1
    return ready[turn % ready.length] ?? 0
  }
  const sockets = new Set<Duplex>()
  const server = createServer((asked, response) => forward(nextPort(), asked, response))
  server.on('upgrade', (asked, socket, head) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    join(nextPort(), { asked, socket, head })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  let stopped = false
  const asking = (async () => {
    while (!stopped) {
      await sleep(askEveryMs)
      const now = await readyOf(ports)
      // Where none is ready, each is as good as another.
      if (now.length > 0) ready = now
    }
  })()
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      stopped = true
      await asking
      for (const socket of sockets) socket.destroy()
      await new Promise((done) => server.close(done).closeAllConnections())
    },
  }
}

async function readyOf(ports: readonly number[]): Promise<number[]> {
  const isReady = async (port: number) => {
    const options = { signal: AbortSignal.timeout(2_000), headers: { connection: 'close' } }
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`, options).catch(() => undefined)
    await answer?.arrayBuffer().catch(() => undefined)
    return answer?.ok === true
  }
  const answers = await Promise.all(ports.map(isReady))
  return ports.filter((_port, index) => answers[index])
}

/** Repeats nothing: a request that its process did not answer fails for its client too. */
function forward(port: number, asked: IncomingMessage, response: ServerResponse): void {
  const { method = 'GET', url: path = '/' } = asked
  // Each request has a connection of its own: nginx's own test has the kept ones of a process that ends.
  const headers = { ...asked.headers, connection: 'close' }
  const sent = request({ host: '127.0.0.1', port, method, path, headers, agent: false }, (reply) => {
    const { connection: _ofOneHop, ...kept } = reply.headers
    response.writeHead(reply.statusCode ?? 502, kept)
    reply.on('error', () => response.destroy())
    reply.pipe(response)
  })
  sent.on('error', () => response.destroy())
  response.on('close', () => sent.destroy())
  asked.pipe(sent)
}

type Upgrade = { asked: IncomingMessage; socket: Duplex; head: Buffer }

function join(port: number, { asked, socket, head }: Upgrade): void {
  const far = connect(port, '127.0.0.1')
  const { rawHeaders } = asked
  const lines = rawHeaders.flatMap((text, index) =>
    index % 2 === 0 ? [`${text}: ${rawHeaders[index + 1]}`] : [],
  )
  far.write(`${[`${asked.method} ${asked.url} HTTP/1.1`, ...lines].join('\r\n')}\r\n\r\n`)
  far.write(head)
  for (const [from, to] of [
    [socket, far],
    [far, socket],
  ] as const) {
    from.on('error', () => to.destroy())
    from.on('close', () => to.destroy())
    from.pipe(to)
  }
}
