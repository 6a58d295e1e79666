import { randomUUID } from 'node:crypto'
import type { Logger } from '@jhatpat/shared/platform/logger.ts'
import {
  buildEvent,
  createEmitter,
  type Io,
  type Publisher,
  type RoomMessage,
} from '@jhatpat/shared/platform/realtime.ts'
import { onSubscriberConnected, type RedisClient } from '@jhatpat/shared/platform/redis.ts'
import { subscribeRooms } from './room-subscriptions.ts'

type Parts = {
  /** For requests. */
  redis: RedisClient
  /** Listens, and does nothing else. */
  listener: RedisClient
  prefix: string
  log: Logger
}

/** Rooms whose sockets are spread over many processes. */
export type DistributedRooms = {
  /** Tells a room everywhere. */
  publisher: Publisher
  /** The same, but for the sockets of this process. */
  elsewhere: Publisher
  /** Settles when nothing said of a room from now on is missed, or when that takes too long. */
  subscribed(room: string): Promise<void>
  /** Settles once what was told is sent, or after half a second. */
  sent(): Promise<void>
  close(): void
}

/**
 * Joins this process's rooms with those of the others: it listens to a room for as long as a socket here is in it, and
 * nothing is sent to a process that has nobody there.
 */
export function distributeRooms(io: Io, { redis, listener, prefix, log }: Parts): DistributedRooms {
  const id = randomUUID()
  const { adapter } = io.sockets
  const rooms = subscribeRooms({
    redis: listener,
    prefix,
    log,
    receive: (room, text) => {
      try {
        const { from, event } = JSON.parse(text) as RoomMessage
        if (from !== id) publishLocally(room, event)
      } catch (error) {
        log.warn({ room, err: String(error) }, 'event not parsed')
      }
    },
    onGap: (room) => io.local.to(room).emit('events.missed', {}),
  })
  const elsewhere = createEmitter({ redis, prefix, log }, id)

  const publishLocally = (room: string, event: RoomMessage['event']) => {
    const sockets: { emit(...event: unknown[]): unknown } = io.local.to(room)
    if (event) sockets.emit(...event)
    else io.local.in(room).disconnectSockets(true)
  }
  const publishLocallyIfJoined = (room: string, event?: () => NonNullable<RoomMessage['event']>) => {
    try {
      if (adapter.rooms.has(room)) publishLocally(room, event?.())
    } catch (error) {
      log.warn({ room, err: String(error) }, 'event not sent')
    }
  }

  // Each socket has a room of its own name too, which is nobody else's.
  adapter.on('create-room', (room: string) => adapter.sids.has(room) || rooms.add(room))
  adapter.on('delete-room', (room: string) => rooms.drop(room))
  // What was said in a break is lost: pages read again what they show, each when it suits it.
  onSubscriberConnected(listener, () => io.local.emit('events.missed', {}))

  return {
    elsewhere,
    publisher: {
      publish: (room, name, payload) => {
        publishLocallyIfJoined(room, () => [name, buildEvent(payload)])
        elsewhere.publish(room, name, payload)
      },
      disconnect: (room) => {
        publishLocallyIfJoined(room)
        elsewhere.disconnect(room)
      },
    },
    subscribed: rooms.subscribed,
    sent: elsewhere.sent,
    close: rooms.close,
  }
}
