import { randomUUID } from 'node:crypto'
import type { Logger } from '@jhatpat/shared/platform/logger.ts'
import {
  createEmitter,
  type Io,
  madeOf,
  type Publisher,
  type Told,
} from '@jhatpat/shared/platform/realtime.ts'
import { onListening, type RedisClient } from '@jhatpat/shared/platform/redis.ts'
import { hearRooms } from './heard-rooms.ts'

type Parts = {
  /** For requests. */
  redis: RedisClient
  /** Listens, and does nothing else. */
  listener: RedisClient
  prefix: string
  log: Logger
}

/** Rooms whose sockets are spread over many processes. */
export type SharedRooms = {
  /** Tells a room everywhere. */
  publisher: Publisher
  /** The same, but for the sockets of this process. */
  elsewhere: Publisher
  /** Settles when nothing said of a room from now on is missed, or when that takes too long. */
  listening(room: string): Promise<void>
  /** Settles once what was told is sent, or after half a second. */
  sent(): Promise<void>
  close(): void
}

/**
 * Joins this process's rooms with those of the others: it listens to a room for as long as a socket here is in it, and
 * nothing is sent to a process that has nobody there.
 */
export function shareRooms(io: Io, { redis, listener, prefix, log }: Parts): SharedRooms {
  const id = randomUUID()
  const { adapter } = io.sockets
  const rooms = hearRooms({
    ...{ redis: listener, prefix, log },
    hear: (room, text) => {
      try {
        const { from, event } = JSON.parse(text) as Told
        if (from !== id) tellHere(room, event)
      } catch (error) {
        log.warn({ room, err: String(error) }, 'event not understood')
      }
    },
    late: (room) => io.local.to(room).emit('news.missed', {}),
  })
  const elsewhere = createEmitter({ redis, prefix, log }, id)

  const tellHere = (room: string, event: Told['event']) => {
    const sockets: { emit(...event: unknown[]): unknown } = io.local.to(room)
    if (event) sockets.emit(...event)
    else io.local.in(room).disconnectSockets(true)
  }
  const mayTellHere = (room: string, event?: () => NonNullable<Told['event']>) => {
    try {
      if (adapter.rooms.has(room)) tellHere(room, event?.())
    } catch (error) {
      log.warn({ room, err: String(error) }, 'event not sent')
    }
  }

  // Each socket has a room of its own name too, which is nobody else's.
  adapter.on('create-room', (room: string) => adapter.sids.has(room) || rooms.add(room))
  adapter.on('delete-room', (room: string) => rooms.drop(room))
  // What was said in a break is lost: pages read again what they show, each when it suits it.
  onListening(listener, () => io.local.emit('news.missed', {}))

  return {
    elsewhere,
    publisher: {
      publish: (room, name, news) => {
        mayTellHere(room, () => [name, madeOf(news)])
        elsewhere.publish(room, name, news)
      },
      disconnect: (room) => {
        mayTellHere(room)
        elsewhere.disconnect(room)
      },
    },
    listening: rooms.listening,
    sent: elsewhere.sent,
    close: rooms.close,
  }
}
