import type { IncomingMessage } from 'node:http'
import { AppError } from '@jhatpat/shared/platform/app-error.ts'
import type { Env } from '@jhatpat/shared/platform/env.ts'
import type { Logger } from '@jhatpat/shared/platform/logger.ts'
import type { Io } from '@jhatpat/shared/platform/realtime.ts'
import { ipKeyGenerator } from 'express-rate-limit'
import { clientAddress, type TrustProxy } from '../http/client-address.ts'

/** A connection beneath a socket, admitted or not. */
type Connection = {
  request: IncomingMessage
  readyState: string
  close(discard?: boolean): void
  on(event: 'packet' | 'close', listener: () => void): void
}

type LimitDeps = {
  io: Io
  log: Logger
  env: Pick<Env, 'SOCKETS_PER_ADDRESS' | 'SOCKETS_PER_USER'>
  trustsProxy: TrustProxy
}

export type SocketLimits = {
  /** @throws AppError too_many_requests when the user has the maximum of open sockets here */
  admit(userId: string, connection: unknown): void
}

/** Far more than any of our pages sends in a second. */
const maxPacketsPerSecond = 100

/**
 * Limits what sockets can cost this process: how many of an address and of a user are open at once,
 * how many an address opens per minute, and how many packets of any kind one sends. A connection
 * beyond a limit is closed.
 */
export function limitSockets({ io, log, env, trustsProxy }: LimitDeps): SocketLimits {
  const [addresses, users] = [createTally(), createTally()]
  const opened = createWindow(60_000)
  io.engine.on('connection', (connection: Connection) => {
    const address = ipKeyGenerator(clientAddress(connection.request, trustsProxy))
    const isOften = opened.count(address) > env.SOCKETS_PER_ADDRESS
    if (isOften || !addresses.take(address, env.SOCKETS_PER_ADDRESS)) {
      log.warn({ event: 'socket_refused', ip: address }, 'too many sockets of one address')
      connection.close(true)
      return
    }
    connection.on('close', () => addresses.release(address))
    let [second, packets] = [0, 0]
    connection.on('packet', () => {
      const now = Math.floor(performance.now() / 1_000)
      if (now !== second) [second, packets] = [now, 0]
      packets += 1
      if (packets !== maxPacketsPerSecond + 1) return
      log.warn({ event: 'socket_revoked', ip: address }, 'a socket sends too much')
      connection.close(true)
    })
  })
  return {
    admit: (userId, plain) => {
      const connection = plain as Connection
      if (connection.readyState !== 'open') return
      if (!users.take(userId, env.SOCKETS_PER_USER)) throw new AppError('too_many_requests')
      connection.on('close', () => users.release(userId))
    },
  }
}

/** Counts the current number for each key. */
function createTally() {
  const counts = new Map<string, number>()
  return {
    take: (key: string, most: number): boolean => {
      const count = counts.get(key) ?? 0
      if (count >= most) return false
      counts.set(key, count + 1)
      return true
    },
    release: (key: string): void => {
      const count = counts.get(key) ?? 0
      if (count > 1) counts.set(key, count - 1)
      else counts.delete(key)
    },
  }
}

/** Counts events for each key in the current time window. */
function createWindow(windowMs: number) {
  let present = 0
  const counts = new Map<string, number>()
  return {
    count: (key: string): number => {
      const window = Math.floor(performance.now() / windowMs)
      if (window !== present) counts.clear()
      present = window
      const count = (counts.get(key) ?? 0) + 1
      counts.set(key, count)
      return count
    },
  }
}
