import { randomUUID } from 'node:crypto'
import type { Logger } from '@jhatpat/shared/platform/logger.ts'
import { measure } from '@jhatpat/shared/platform/measurements/index.ts'
import {
  createEmitter,
  createPublisher,
  type Io,
  type Publisher,
  type RoomEvent,
  readMessage,
} from '@jhatpat/shared/platform/realtime.ts'
import { onSubscriberConnected, type RedisClient } from '@jhatpat/shared/platform/redis.ts'
import { isReference } from '@jhatpat/shared/platform/request-context.ts'
import { recordSpan } from '@jhatpat/shared/platform/tracing.ts'
import { subscribeRooms } from './room-subscriptions.ts'
import { SerializedPayload } from './serialized-payload.ts'

type Parts = {
  /** For requests. */
  redis: RedisClient
  /** Only for subscriptions. */
  subscriber: RedisClient
  prefix: string
  log: Logger
}

/** Rooms whose sockets are spread over many processes. */
export type DistributedRooms = {
  /** Publishes to a room on all processes. */
  publisher: Publisher
  /** The same, except for the sockets of this process. */
  otherProcesses: Publisher
  /** Resolves once the room's subscription is active, or after a time limit. */
  subscribed(room: string): Promise<void>
  /** Resolves once published events are sent, or after half a second. */
  sent(): Promise<void>
  close(): void
}

/** The last part of an order's trace: its event is written to the browsers that show it. */
function recordDelivery(room: string, name: string): void {
  const subject = room.slice(room.indexOf(':') + 1)
  if (!isReference(subject)) return
  recordSpan({ name: `socket ${name}`, kind: 'consumer', tookMs: 0 }, { requestId: '', from: '', subject })
}

/**
 * Connects this process's rooms with those of the others: it subscribes to a room while one of its
 * sockets is in it, and receives nothing for other rooms.
 */
export function distributeRooms(io: Io, { redis, subscriber, prefix, log }: Parts): DistributedRooms {
  const id = randomUUID()
  const { adapter } = io.sockets
  const rooms = subscribeRooms({
    redis: subscriber,
    prefix,
    log,
    receive: (room, text) => {
      try {
        const { from, event } = readMessage(text)
        if (from !== id) publishLocally(room, event)
      } catch (error) {
        log.warn({ room, err: String(error) }, 'event not forwarded')
      }
    },
    onGap: (room) => io.local.to(room).emit('events.missed', {}),
  })
  const otherProcesses = createEmitter({ redis, prefix, log }, id)

  const publishLocally = (room: string, { name, json }: RoomEvent) => {
    const sockets: { emit(...event: unknown[]): unknown } = io.local.to(room)
    if (name === 'disconnect') io.local.in(room).disconnectSockets(true)
    else sockets.emit(name, new SerializedPayload(json))
    recordDelivery(room, name)
    if (name === 'order.updated') measure('statusShown', () => ({ delayMs: msSinceChange(json) }))
  }
  const send = (room: string, event: RoomEvent) => {
    otherProcesses.send(room, event)
    if (adapter.rooms.has(room)) publishLocally(room, event)
  }

  // Each socket also has a private room with its own id.
  adapter.on('create-room', (room: string) => adapter.sids.has(room) || rooms.add(room))
  adapter.on('delete-room', (room: string) => rooms.drop(room))
  // Events during a disconnection are lost: pages refetch what they show, each at its own time.
  onSubscriberConnected(subscriber, () => io.local.emit('events.missed', {}))

  return {
    otherProcesses,
    publisher: createPublisher(log, send),
    subscribed: rooms.subscribed,
    sent: otherProcesses.sent,
    close: rooms.close,
  }
}

/** From an order's last change, which is in its view, until now. */
function msSinceChange(json: string): number | undefined {
  const [, changedAt = ''] = /"updatedAt":"([^"]+)"/.exec(json) ?? []
  const tookMs = Date.now() - Date.parse(changedAt)
  return Number.isNaN(tookMs) ? undefined : Math.max(0, tookMs)
}
