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

/**
 * Sends events to rooms on every api process. A lost event only costs seconds, never correctness,
 * so it never throws.
 */
export type Publisher = {
  /**
   * @param payload the payload, or a function that builds it, which is called only when the room
   * has subscribers, and possibly twice
   */
  publish<N extends Name>(room: string, name: N, payload: PayloadOf<N> | (() => PayloadOf<N>)): void
  /** Closes a session's or user's sockets on all processes. */
  disconnect(room: string): void
}

export type Emitter = Publisher & {
  /** For shutdown: resolves once nothing waits to be sent, or after half a second. */
  sent(): Promise<void>
}

/**
 * A message between processes about a room: an event for its sockets, or, without one, the command
 * to close them.
 */
export type RoomMessage = { from: string; event?: [name: Name, payload: unknown] }

/**
 * Prefix of the channels that an api process subscribes to while it has sockets in a room. All are
 * on one node of a cluster, in order.
 */
export const channelPrefix = (prefix: string): string => `${hashTag(prefix, 'events')}:`

/**
 * Refuses a Redis whose user may not subscribe. One that does not answer now is accepted: the
 * connection is retried.
 * @throws with a sentence that says what to do
 */
export async function checkSubscribing(subscriber: RedisClient, prefix: string): Promise<void> {
  const channel = `${channelPrefix(prefix)}start`
  const refuse = (error: unknown) => {
    if (!String(error).includes('NOPERM')) return
    throw new Error(`Redis lets its user not listen: grant it the channels &${channelPrefix(prefix)}*.`)
  }
  await Promise.race([
    subscriber.ssubscribe(channel).then(() => subscriber.sunsubscribe(channel), refuse),
    sleep(2_000, undefined, { ref: false }),
  ])
}

export const buildEvent = <T>(payload: T | (() => T)): T =>
  payload instanceof Function ? payload() : payload

type EmitterParts = { redis: RedisClient; prefix: string; log: Logger }

type WaitingEvent = { room: string; event?: () => NonNullable<RoomMessage['event']> }

/** Rooms queried in one command. */
const maxBatchSize = 256
/** Events that may wait for a slow Redis; more are dropped. */
const maxWaiting = 10_000
const flushTimeoutMs = 500

/**
 * Publishes to rooms without having sockets itself. One command asks Redis which of the waiting
 * events' rooms have subscribers, and only for those an event is built and sent. While Redis is
 * unavailable events are dropped; once it answers again, every page is notified that it may have
 * missed some.
 * @param from the publishing process, which ignores its own messages
 */
export function createEmitter({ redis, prefix, log }: EmitterParts, from = ''): Emitter {
  const channels = channelPrefix(prefix)
  const waiting: WaitingEvent[] = []
  let isSending = false
  let sending = Promise.resolve()
  let hasLost = false

  const enqueue = (one: WaitingEvent) => {
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
    while (waiting.length > 0) await sendBatch(waiting.splice(0, maxBatchSize)).catch(onLost)
    isSending = false
  }
  const sendBatch = async (some: WaitingEvent[]) => {
    const subscribed = await subscribedRooms(some.map(({ room }) => room))
    for (const one of some) if (subscribed.has(one.room)) send(one)
    publishMissed()
  }
  const subscribedRooms = async (named: string[]) => {
    const distinct = [...new Set(named)]
    const counts = await countSubscribers(
      redis,
      distinct.map((room) => channels + room),
    )
    return new Set(distinct.filter((_, index) => (counts[index] ?? 0) > 0))
  }
  const send = ({ room, event }: WaitingEvent) => {
    try {
      const message: RoomMessage = { from, ...(event && { event: event() }) }
      // A connection keeps the order of the calls.
      redis.spublish(channels + room, JSON.stringify(message)).catch(onLost)
    } catch (error) {
      log.warn({ room, err: String(error) }, 'event not built')
    }
  }
  const onLost = (error: unknown) => {
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
      await withTimeout(flushTimeoutMs, sending, onLost)
    },
  }
}

/** A command without a key goes to any node of a cluster; a script goes where its keys are. */
const countScript = "return redis.call('PUBSUB', 'SHARDNUMSUB', unpack(KEYS))"

/** How many processes are subscribed to each channel. */
async function countSubscribers(redis: RedisClient, channels: string[]): Promise<number[]> {
  const answer =
    redis instanceof Cluster
      ? await redis.eval(countScript, channels.length, ...channels)
      : await redis.call('PUBSUB', 'SHARDNUMSUB', ...channels)
  return (answer as (string | number)[]).filter((_, index) => index % 2 === 1).map(Number)
}
