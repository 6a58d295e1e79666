import { setTimeout as sleep } from 'node:timers/promises'
import { Cluster } from 'ioredis'
import type { Server } from 'socket.io'
import { type ClientEvents, rooms, type ServerEvents } from '../contracts/realtime.ts'
import type { Logger } from './logger.ts'
import { isConnected, type RedisClient } from './redis.ts'
import { keyGroup } from './redis-keys.ts'
import { within } from './within.ts'

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

export type Emitter = Publisher & {
  /** For who stops: settles once nothing waits to be sent, or after half a second. */
  sent(): Promise<void>
}

/** What processes tell each other about a room: an event for its sockets, or, without one, that they are to be closed. */
export type Told = { from: string; event?: [name: Name, news: unknown] }

/** Where an api process listens while it has somebody in a room. All are on one node of a cluster, in order. */
export const channelPrefix = (prefix: string): string => `${keyGroup(prefix, 'events')}:`

/**
 * Refuses a Redis whose user may not listen. One that does not answer now is no reason: the line is made anew by itself.
 * @throws with a sentence that says what to do
 */
export async function checkListening(listener: RedisClient, prefix: string): Promise<void> {
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

export const madeOf = <T>(news: T | (() => T)): T => (news instanceof Function ? news() : news)

type EmitterParts = { redis: RedisClient; prefix: string; log: Logger }

type Waiting = { room: string; event?: () => NonNullable<Told['event']> }

/** So many rooms are asked about in one command. */
const mostAtOnce = 256
/** What waits for a slow Redis; more is let go. */
const mostWaiting = 10_000
const lastWordsMs = 500

/**
 * Tells rooms without having sockets itself. Redis is asked which rooms somebody listens to, all that wait in one
 * command, and only for those anything is made and sent. While Redis is away nothing is kept; once it answers again, every
 * page is told that it may have missed something.
 * @param from names the process that tells: it leaves out what comes back to it
 */
export function createEmitter({ redis, prefix, log }: EmitterParts, from = ''): Emitter {
  const channels = channelPrefix(prefix)
  const waiting: Waiting[] = []
  let isTelling = false
  let telling = Promise.resolve()
  let hasLetGo = false

  const tell = (one: Waiting) => {
    if (!isConnected(redis) || waiting.length >= mostWaiting) {
      hasLetGo = true
      return
    }
    waiting.push(one)
    if (isTelling) return
    isTelling = true
    telling = Promise.resolve().then(tellAll)
  }
  const tellAll = async () => {
    while (waiting.length > 0) await tellSome(waiting.splice(0, mostAtOnce)).catch(lost)
    isTelling = false
  }
  const tellSome = async (some: Waiting[]) => {
    const heard = await roomsHeard(some.map(({ room }) => room))
    for (const one of some) if (heard.has(one.room)) send(one)
    sayWhatIsLost()
  }
  const roomsHeard = async (named: string[]) => {
    const distinct = [...new Set(named)]
    const counts = await countListeners(
      redis,
      distinct.map((room) => channels + room),
    )
    return new Set(distinct.filter((_, index) => (counts[index] ?? 0) > 0))
  }
  const send = ({ room, event }: Waiting) => {
    try {
      const told: Told = { from, ...(event && { event: event() }) }
      // In the order of the calls: a connection keeps it.
      redis.spublish(channels + room, JSON.stringify(told)).catch(lost)
    } catch (error) {
      log.warn({ room, err: String(error) }, 'event not made')
    }
  }
  const lost = (error: unknown) => {
    hasLetGo = true
    log.warn({ err: String(error) }, 'events not sent')
  }
  const sayWhatIsLost = () => {
    if (!hasLetGo) return
    hasLetGo = false
    send({ room: rooms.catalogue(), event: () => ['news.missed', {}] })
  }
  redis.on('ready', sayWhatIsLost)
  return {
    publish: (room, name, news) => tell({ room, event: () => [name, madeOf(news)] }),
    disconnect: (room) => tell({ room }),
    sent: async () => {
      await within(lastWordsMs, telling, lost)
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
