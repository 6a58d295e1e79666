import { createServer } from 'node:http'
import { createAdapter } from '@socket.io/redis-streams-adapter'
import { Server } from 'socket.io'
import type { ClientEvents, ServerEvents } from '../contracts/realtime.ts'
import type { Logger } from './logger.ts'
import type { RedisClient } from './redis.ts'
import { keyGroup } from './redis-keys.ts'

export type Io = Server<ClientEvents, ServerEvents>

/** Sends events to rooms on every api process. Losing one costs seconds, never the truth, so it never throws. */
export type Publisher = {
  publish<Name extends keyof ServerEvents>(
    room: string,
    name: Name,
    ...data: Parameters<ServerEvents[Name]>
  ): void
  /** Closes a session's or user's sockets wherever they are. */
  disconnect(room: string): void
}

export function streamAdapter(redis: RedisClient, prefix: string) {
  const name = `${keyGroup(prefix, 'events')}:socket.io`
  return createAdapter(redis, { streamName: name, channelPrefix: name, maxLen: 10_000 })
}

export function publisherOf(io: Pick<Io, 'to' | 'in'>, log: Logger): Publisher {
  return {
    publish: (room, name, ...data) => {
      try {
        io.to(room).emit(name, ...data)
      } catch (error) {
        log.warn({ room, name, err: String(error) }, 'event not sent')
      }
    },
    disconnect: (room) => {
      try {
        io.in(room).disconnectSockets(true)
      } catch (error) {
        log.warn({ room, err: String(error) }, 'sockets not closed')
      }
    },
  }
}

/** For processes without sockets of their own: a server that never listens, joined to the others by Redis. */
export function createRemotePublisher(
  redis: RedisClient,
  prefix: string,
  log: Logger,
): { publisher: Publisher; close(): Promise<void> } {
  const io: Io = new Server(createServer(), { adapter: streamAdapter(redis, prefix) })
  return { publisher: publisherOf(io, log), close: () => io.close() }
}
