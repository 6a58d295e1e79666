import { randomInt } from 'node:crypto'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { CliError } from './cli-error.ts'

/** A port on the loopback address that nothing listens on now. */
export async function freePort(): Promise<number> {
  const [port] = await freePorts(1)
  return port as number
}

/**
 * Systems give the ports above these to whoever connects somewhere: one that was free a moment ago would be somebody's
 * by the time a server listens on it.
 */
const first = 20_000
const last = 32_000

/** Several different ones: all are held before the first is let go. */
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

/** Throws a Refusal that says what to do when a program already listens on the port. */
export async function requireFreePort(port: number): Promise<void> {
  if (await isPortFree(port)) return
  throw new CliError(
    `Port ${port} is taken by another program: stop that one, or choose another port, for example PORT=${port + 1} npm start.`,
  )
}

/** Whether both the loopback address and all addresses can be listened on. */
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
