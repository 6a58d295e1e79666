import { randomInt } from 'node:crypto'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { CliError } from './cli-error.ts'

/** A free port on the loopback address. */
export async function freePort(): Promise<number> {
  const [port] = await freePorts(1)
  return port as number
}

/**
 * Systems assign the ports above these to outgoing connections: a port that is free now could be in use
 * when a server listens on it.
 */
const first = 20_000
const last = 32_000

/** Several different ports: all are bound before the first is released. */
export async function freePorts(count: number): Promise<number[]> {
  const servers: Server[] = []
  while (servers.length < count) servers.push(await listenSomewhere())
  const ports = servers.map((server) => (server.address() as AddressInfo).port)
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))))
  return ports
}

async function listenSomewhere(): Promise<Server> {
  for (let tries = 0; tries < 1_000; tries += 1) {
    const server = await listen(randomInt(first, last))
    if (server) return server
  }
  throw new CliError(`No port between ${first} and ${last} is free.`)
}

function listen(port: number): Promise<Server | undefined> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(undefined))
    server.listen(port, '127.0.0.1', () => resolve(server))
  })
}

/** @throws CliError that says what to do when a program already listens on the port */
export async function requireFreePort(port: number): Promise<void> {
  if (await isPortFree(port)) return
  throw new CliError(
    `Port ${port} is taken by another program: stop that one, or choose another port, for example PORT=${port + 1} npm start.`,
  )
}

/** Whether the port can be bound both on the loopback address and on all addresses. */
export async function isPortFree(port: number): Promise<boolean> {
  return (await canListen(port, '127.0.0.1')) && (await canListen(port, undefined))
}

function canListen(port: number, host: string | undefined): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, host, () => server.close(() => resolve(true)))
  })
}
