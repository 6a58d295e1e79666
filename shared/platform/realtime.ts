import { setTimeout as sleep } from 'node:timers/promises'
import type { Server } from 'socket.io'
import { type ClientEvents, rooms, type ServerEvents } from '../contracts/realtime.ts'
import type { Logger } from './logger.ts'
import { measure } from './measurements/index.ts'
import { flushWrites, isConnected, type RedisClient } from './redis.ts'
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
  /** @param payload the payload, or a function that builds it, whose errors are only logged */
  publish<N extends Name>(room: string, name: N, payload: PayloadOf<N> | (() => PayloadOf<N>)): void
  /** Closes a session's or user's sockets on all processes. */
  disconnect(room: string): void
}

export type Emitter = Publisher & {
  send: SendEvent
  /** For shutdown: resolves once nothing waits to be sent, or after half a second. */
  sent(): Promise<void>
}

/** An event for a room's sockets with its payload as JSON, or the command to close them. */
export type RoomEvent = { name: Name | 'disconnect'; json: string }

type SendEvent = (room: string, event: RoomEvent) => void

/** A publisher that serialises each event once, whatever `send` does with it. */
export function createPublisher(log: Logger, send: SendEvent): Publisher {
  const publish = (room: string, event: () => RoomEvent) => {
    try {
      send(room, event())
    } catch (error) {
      log.warn({ room, err: String(error) }, 'event not published')
    }
  }
  return {
    publish: (room, name, payload) =>
      publish(room, () => ({
        name,
        json: JSON.stringify(payload instanceof Function ? payload() : payload),
      })),
    disconnect: (room) => publish(room, () => ({ name: 'disconnect', json: '' })),
  }
}

/** The payload comes last, so that a receiver forwards it to browsers without parsing it. */
const messageOf = (from: string, { name, json }: RoomEvent) => `${from} ${name} ${json}`

/**
 * Reads a message between processes. @throws for any other text
 */
export function readMessage(text: string): { from: string; event: RoomEvent } {
  const fromEnd = text.indexOf(' ')
  const nameEnd = text.indexOf(' ', fromEnd + 1)
  if (nameEnd < 0) throw new Error('not a message about a room')
  const name = text.slice(fromEnd + 1, nameEnd) as RoomEvent['name']
  return { from: text.slice(0, fromEnd), event: { name, json: text.slice(nameEnd + 1) } }
}

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

type WaitingEvent = { channel: string; name: RoomEvent['name']; message: string }

function measureLost(name: RoomEvent['name']): void {
  if (name === 'order.updated') measure('statusShown', () => ({ delayMs: undefined }))
}

type EmitterParts = { redis: RedisClient; prefix: string; log: Logger }

/** Events sent in one command. */
const maxBatchSize = 128
/** Events that may wait for a slow Redis; more are dropped. */
const maxWaiting = 10_000
const flushTimeoutMs = 500
/** How long after a failure the pages are notified, in ms. */
const missedRetryMs = 500

/**
 * Publishes to rooms with and without subscribers, in order. Unlike a command without a key, a
 * script goes to the cluster node of its keys.
 */
const publishScript = "for i, room in ipairs(KEYS) do redis.call('SPUBLISH', room, ARGV[i]) end"

/**
 * Publishes to rooms without having sockets itself. A single event is sent at once; events that
 * arrive until Redis has answered are sent together. While Redis is unavailable events are dropped;
 * once it answers again, every page is notified that it may have missed some.
 * @param from the publishing process, which ignores its own messages
 */
export function createEmitter({ redis, prefix, log }: EmitterParts, from = ''): Emitter {
  const channels = channelPrefix(prefix)
  const waiting: WaitingEvent[] = []
  let isSending = false
  let sending = Promise.resolve()
  let hasLost = false

  const send = (room: string, event: RoomEvent) => {
    if (!isConnected(redis) || waiting.length >= maxWaiting) {
      hasLost = true
      measureLost(event.name)
      return
    }
    waiting.push({ channel: channels + room, name: event.name, message: messageOf(from, event) })
    if (isSending) return
    isSending = true
    sending = Promise.resolve().then(sendAll)
  }
  const sendAll = async () => {
    while (waiting.length > 0) {
      const batch = waiting.splice(0, maxBatchSize)
      await sendBatch(batch).catch((error: unknown) => {
        for (const { name } of batch) measureLost(name)
        onLost(error)
      })
    }
    isSending = false
  }
  const sendBatch = async (batch: typeof waiting) => {
    const keys = batch.map(({ channel }) => channel)
    const messages = batch.map(({ message }) => message)
    const sent = redis.eval(publishScript, keys.length, ...keys, ...messages)
    // Redis would otherwise receive it with the jobs of the same change, and publish after them.
    flushWrites(redis)
    await sent
    publishMissed()
  }
  const onLost = (error: unknown) => {
    hasLost = true
    log.warn({ err: String(error) }, 'events not sent')
    setTimeout(publishMissed, missedRetryMs).unref()
  }
  const publishMissed = () => {
    if (!hasLost) return
    hasLost = false
    send(rooms.catalogue(), { name: 'events.missed', json: '{}' })
  }
  redis.on('ready', publishMissed)
  return {
    ...createPublisher(log, send),
    send,
    sent: async () => {
      await withTimeout(flushTimeoutMs, sending, onLost)
    },
  }
}
