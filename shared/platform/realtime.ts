import { setTimeout as sleep } from 'node:timers/promises'
import { Cluster } from 'ioredis'
import type { Server } from 'socket.io'
import { type ClientEvents, rooms, type ServerEvents } from '../contracts/realtime.ts'
import type { Logger } from './logger.ts'
import { isConnected, type RedisClient } from './redis.ts'
import { hashTag } from './redis-keys.ts'
import { withTimeout } from './with-timeout.ts'

export type Io = Server<ClientEvents, ServerEvents>

type Name = keyof ServerEvents
type PayloadOf<N extends Name> = Parameters<ServerEvents[N]>[0]

/** Sends events to rooms on every api process. Losing one costs seconds, never the truth, so it never throws. */
export type Publisher = {
  /** @param payload what is sent, or what makes it: that is asked only where somebody is in the room, and may be asked twice */
  publish<N extends Name>(room: string, name: N, payload: PayloadOf<N> | (() => PayloadOf<N>)): void
  /** Closes a session's or user's sockets wherever they are. */
  disconnect(room: string): void
}

export type Emitter = Publisher & {
  /** For who stops: settles once nothing waits to be sent, or after half a second. */
  sent(): Promise<void>
}

/** What processes tell each other about a room: an event for its sockets, or, without one, that they are to be closed. */
export type RoomMessage = { from: string; event?: [name: Name, payload: unknown] }

/** Where an api process listens while it has somebody in a room. All are on one node of a cluster, in order. */
export const channelPrefix = (prefix: string): string => `${hashTag(prefix, 'events')}:`

/**
 * Refuses a Redis whose user may not listen. One that does not answer now is no reason: the line is made anew by itself.
 * @throws with a sentence that says what to do
 */
export async function checkSubscribing(listener: RedisClient, prefix: string): Promise<void> {
  const channel = `${channelPrefix(prefix)}start`
  const refuse = (error: unknown) => {
    if (!String(error).includes('NOPERM')) return
    throw new Error(`Redis lets its user not listen: grant it the channels &${channelPrefix(prefix)}*.`)
  }
  await Promise.race([
    listener.ssubscribe(channel).then(() => listener.sunsubscribe(channel), refuse),
    sleep(2_000, undefined, { ref: false }),
  ])
}

export const buildEvent = <T>(payload: T | (() => T)): T =>
  payload instanceof Function ? payload() : payload

type EmitterParts = { redis: RedisClient; prefix: string; log: Logger }

type Waiting = { room: string; event?: () => NonNullable<RoomMessage['event']> }

/** So many rooms are asked about in one command. */
const maxAtOnce = 256
/** What waits for a slow Redis; more is let go. */
const maxWaiting = 10_000
const flushTimeoutMs = 500

/**
 * Tells rooms without having sockets itself. Redis is asked which rooms somebody listens to, all that wait in one
 * command, and only for those anything is made and sent. While Redis is away nothing is kept; once it answers again, every
 * page is message that it may have missed something.
 * @param from names the process that tells: it leaves out what comes back to it
 */
export function createEmitter({ redis, prefix, log }: EmitterParts, from = ''): Emitter {
  const channels = channelPrefix(prefix)
  const waiting: Waiting[] = []
  let isSending = false
  let sending = Promise.resolve()
  let hasLost = false

  const enqueue = (one: Waiting) => {
    if (!isConnected(redis) || waiting.length >= maxWaiting) {
      hasLost = true
      return
    }
    waiting.push(one)
    if (isSending) return
    isSending = true
    sending = Promise.resolve().then(sendAll)
  }
  const sendAll = async () => {
    while (waiting.length > 0) await sendSome(waiting.splice(0, maxAtOnce)).catch(lost)
    isSending = false
  }
  const sendSome = async (some: Waiting[]) => {
    const subscribed = await subscribedRooms(some.map(({ room }) => room))
    for (const one of some) if (subscribed.has(one.room)) send(one)
    publishMissed()
  }
  const subscribedRooms = async (named: string[]) => {
    const distinct = [...new Set(named)]
    const counts = await countListeners(
      redis,
      distinct.map((room) => channels + room),
    )
    return new Set(distinct.filter((_, index) => (counts[index] ?? 0) > 0))
  }
  const send = ({ room, event }: Waiting) => {
    try {
      const message: RoomMessage = { from, ...(event && { event: event() }) }
      // In the order of the calls: a connection keeps it.
      redis.spublish(channels + room, JSON.stringify(message)).catch(lost)
    } catch (error) {
      log.warn({ room, err: String(error) }, 'event not built')
    }
  }
  const lost = (error: unknown) => {
    hasLost = true
    log.warn({ err: String(error) }, 'events not sent')
  }
  const publishMissed = () => {
    if (!hasLost) return
    hasLost = false
    send({ room: rooms.catalogue(), event: () => ['events.missed', {}] })
  }
  redis.on('ready', publishMissed)
  return {
    publish: (room, name, payload) => enqueue({ room, event: () => [name, buildEvent(payload)] }),
    disconnect: (room) => enqueue({ room }),
    sent: async () => {
      await withTimeout(flushTimeoutMs, sending, lost)
    },
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
