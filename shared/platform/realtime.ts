import { Cluster } from 'ioredis'
import type { Server } from 'socket.io'
import type { ClientEvents, ServerEvents } from '../contracts/realtime.ts'
import type { Logger } from './logger.ts'
import { isConnected, type RedisClient } from './redis.ts'
import { keyGroup } from './redis-keys.ts'

export type Io = Server<ClientEvents, ServerEvents>

type Name = keyof ServerEvents
type NewsOf<N extends Name> = Parameters<ServerEvents[N]>[0]

/** Sends events to rooms on every api process. Losing one costs seconds, never the truth, so it never throws. */
export type Publisher = {
  /** @param news what is sent, or what makes it: that is asked only where somebody is in the room, and may be asked twice */
  publish<N extends Name>(room: string, name: N, news: NewsOf<N> | (() => NewsOf<N>)): void
  /** Closes a session's or user's sockets wherever they are. */
  disconnect(room: string): void
}

/** What processes tell each other about a room: an event for its sockets, or, without one, that they are to be closed. */
export type Told = { from: string; event?: [name: Name, news: unknown] }

/** Where an api process listens while it has somebody in a room. All are on one node of a cluster, in order. */
export const channelPrefix = (prefix: string): string => `${keyGroup(prefix, 'events')}:`

export const madeOf = <T>(news: T | (() => T)): T => (news instanceof Function ? news() : news)

type EmitterParts = { redis: RedisClient; prefix: string; log: Logger }

/** The process that tells: what it has in its own rooms it tells itself. */
type Own = { id: string; isListening(room: string): boolean }

type Waiting = { room: string; event?: () => NonNullable<Told['event']> }

/** So many rooms are asked about in one command. */
const mostAtOnce = 256
/** What waits for a slow Redis; more is let go. */
const mostWaiting = 10_000

/**
 * Tells rooms without having sockets itself. Redis is asked which rooms somebody listens to, all that wait in one
 * command, and only for those anything is made and sent. While Redis is away nothing is kept: open pages ask again.
 */
export function createEmitter(
  { redis, prefix, log }: EmitterParts,
  own: Own = { id: '', isListening: () => false },
): Publisher {
  const channels = channelPrefix(prefix)
  const waiting: Waiting[] = []
  let isTelling = false

  const tell = (one: Waiting) => {
    if (!isConnected(redis) || waiting.length >= mostWaiting) return
    waiting.push(one)
    if (isTelling) return
    isTelling = true
    queueMicrotask(tellAll)
  }
  const tellAll = async () => {
    while (waiting.length > 0) {
      await tellSome(waiting.splice(0, mostAtOnce)).catch((error) =>
        log.warn({ err: String(error) }, 'events not sent'),
      )
    }
    isTelling = false
  }
  const tellSome = async (some: Waiting[]) => {
    const rooms = [...new Set(some.map(({ room }) => room))]
    const counts = await countListeners(
      redis,
      rooms.map((room) => channels + room),
    )
    const heardElsewhere = new Set(
      rooms.filter((room, index) => (counts[index] ?? 0) > (own.isListening(room) ? 1 : 0)),
    )
    for (const { room, event } of some) {
      if (!heardElsewhere.has(room)) continue
      const told: Told = { from: own.id, ...(event && { event: event() }) }
      // In the order of the calls: a connection keeps it.
      redis
        .spublish(channels + room, JSON.stringify(told))
        .catch((error) => log.warn({ room, err: String(error) }, 'event not sent'))
    }
  }
  return {
    publish: (room, name, news) => tell({ room, event: () => [name, madeOf(news)] }),
    disconnect: (room) => tell({ room }),
  }
}

/** A command without a key goes to any node of a cluster; a script goes where its keys are. */
const countScript = "return redis.call('PUBSUB', 'SHARDNUMSUB', unpack(KEYS))"

/** How many processes listen to each channel. */
async function countListeners(redis: RedisClient, channels: string[]): Promise<number[]> {
  const answer =
    redis instanceof Cluster
      ? await redis.eval(countScript, channels.length, ...channels)
      : await redis.call('PUBSUB', 'SHARDNUMSUB', ...channels)
  return (answer as (string | number)[]).filter((_, index) => index % 2 === 1).map(Number)
}
