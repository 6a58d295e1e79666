import { networkInterfaces } from 'node:os'
import { login } from '@jhatpat/shared/contracts/accounts.ts'
import { io } from 'socket.io-client'
import { personOf } from '../../support/person.ts'

interface Target {
  url: string
  email: string
  password: string
}

/** Wrong sign-ins, then sockets, each with another made-up address. Returns the statuses of the sign-ins. */
export async function forgeAddresses({ url, email, password }: Target) {
  const { token } = await personOf(url).call(login, { body: { email, password } })
  const sockets = await Promise.all(
    Array.from({ length: 30 }, (_, index) => openSocket(url, token, madeUp(index))),
  )
  const statuses: Record<number, number> = {}
  for (let index = 0; index < 80; index += 1) {
    const response = await fetch(`${url}/api/auth/login`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-forwarded-for': madeUp(index),
        'x-real-ip': madeUp(index),
      },
      body: JSON.stringify({ email: `guess-${index}@shop.internal`, password: `a wrong guess ${index}` }),
    })
    await response.arrayBuffer()
    statuses[response.status] = (statuses[response.status] ?? 0) + 1
  }
  const own = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ internal, family }) => !internal && family === 'IPv4')
    .map(({ address }) => address)
  return {
    statuses,
    own,
    sockets: { opened: sockets.filter(Boolean).length, refused: sockets.filter((open) => !open).length },
  }
}

const madeUp = (index: number) => `198.51.100.${index + 1}`

/** @returns whether the socket was accepted */
function openSocket(url: string, token: string, address: string): Promise<boolean> {
  const socket = io(url, {
    auth: { token },
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
    extraHeaders: { 'x-forwarded-for': address },
  })
  return new Promise((resolve) => {
    socket.once('connect', () => resolve(true))
    socket.once('connect_error', () => resolve(false))
    // The server ends a connection of too many before it answers.
    socket.io.once('close', () => resolve(false))
  })
}
