import { createServer } from 'node:net'
import { Refusal } from '../refusal.ts'

/** A port on the loopback address that nothing listens on now. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() =>
        address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port')),
      )
    })
  })
}

/** Throws a Refusal that says what to do when a program already listens on the port. */
export async function requireFreePort(port: number): Promise<void> {
  if (await isPortFree(port)) return
  throw new Refusal(
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
