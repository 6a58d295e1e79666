import { setTimeout as sleep } from 'node:timers/promises'
import { probeConnection } from '@jhatpat/shared/platform/connection-probe.ts'
import type { Logger } from '@jhatpat/shared/platform/logger.ts'
import { channelPrefix } from '@jhatpat/shared/platform/realtime.ts'
import { isConnected, type RedisClient } from '@jhatpat/shared/platform/redis.ts'
import { withTimeout } from '@jhatpat/shared/platform/with-timeout.ts'

/** Rooms named in one command. */
const maxBatchSize = 500
/**
 * How long a subscriber waits for Redis to confirm a room, in ms; afterwards its page refetches.
 */
const timeoutMs = 1_000
const tryAgainMs = 500

type Parts = {
  /** A connection for this purpose only. */
  redis: RedisClient
  prefix: string
  log: Logger
  receive(room: string, text: string): void
  /** A room's subscription is active after its waiting time was over. */
  onGap(room: string): void
}

/** The rooms that this process is subscribed to in Redis. Changes of one turn are sent together. */
export type RoomSubscriptions = {
  add(room: string): void
  drop(room: string): void
  /** Resolves once the room's subscription is active, or after a time limit. */
  subscribed(room: string): Promise<void>
  close(): void
}

export function subscribeRooms({ redis, prefix, log, receive, onGap }: Parts): RoomSubscriptions {
  const channels = channelPrefix(prefix)
  const joined = new Set<string>()
  const pending = new Map<string, Promise<void>>()
  let isClosed = false

  const onMessage = (channel: string, text: string) => {
    if (channel.startsWith(channels)) receive(channel.slice(channels.length), text)
  }
  redis.on('smessage', onMessage)
  const stopProbing = probeConnection(redis, `${channels}line`)

  const change = oncePerTurn(async (rooms) => {
    if (isClosed) return
    for (const some of chunks(unwanted(rooms))) void unsubscribe(some)
    await Promise.all(chunks(stillWanted(rooms)).map(subscribe))
  })
  const subscribe = async (some: string[]) => {
    const began = performance.now()
    const confirmed = await retryUntilSent(some, {
      still: (rooms) => (isClosed ? [] : stillWanted(rooms)),
      send: (rooms) => redis.ssubscribe(...rooms.map(named)),
      log,
    })
    if (performance.now() - began > timeoutMs) for (const room of stillWanted(confirmed)) onGap(room)
    // A room left during the retries may have been unsubscribed before it was subscribed.
    if (!isClosed && unwanted(confirmed).length > 0) void unsubscribe(unwanted(confirmed))
  }
  const unsubscribe = (some: string[]) =>
    retryUntilSent(some, {
      still: (rooms) => (isClosed ? [] : unwanted(rooms)),
      send: (rooms) => redis.sunsubscribe(...rooms.map(named)),
      log,
    })
  const named = (room: string) => channels + room
  const stillWanted = (rooms: string[]) => rooms.filter((room) => joined.has(room))
  const unwanted = (rooms: string[]) => rooms.filter((room) => !joined.has(room))
  const sendChange = (room: string) => {
    const answered = change(room).finally(() => {
      if (pending.get(room) === answered) pending.delete(room)
    })
    pending.set(room, answered)
  }

  return {
    add: (room) => {
      joined.add(room)
      sendChange(room)
    },
    drop: (room) => {
      if (!joined.delete(room)) return
      void change(room)
    },
    subscribed: async (room) => {
      const answered = pending.get(room)
      if (answered && isConnected(redis)) await withTimeout(timeoutMs, answered, ignore)
    },
    close: () => {
      isClosed = true
      stopProbing()
      redis.off('smessage', onMessage)
    },
  }
}

type RetryOptions = { log: Logger; still(rooms: string[]): string[]; send(rooms: string[]): Promise<unknown> }

/** Retries until it succeeds. @returns the rooms of the last try, which still needed it */
async function retryUntilSent(some: string[], { log, still, send }: RetryOptions): Promise<string[]> {
  let rooms = still(some)
  while (rooms.length > 0) {
    try {
      await send(rooms)
      break
    } catch (error) {
      if (still(rooms).length === 0) return []
      log.warn({ err: String(error) }, 'room subscription pending')
      await sleep(tryAgainMs, undefined, { ref: false })
      rooms = still(rooms)
    }
  }
  return rooms
}

/** Passes on together what was named in one turn. */
function oncePerTurn(handle: (rooms: string[]) => Promise<void>): (room: string) => Promise<void> {
  let named = new Set<string>()
  let next: Promise<void> | undefined
  const handAll = () => {
    const rooms = [...named]
    named = new Set()
    next = undefined
    return handle(rooms)
  }
  return (room) => {
    named.add(room)
    next ??= Promise.resolve().then(handAll)
    return next
  }
}

const ignore = () => undefined

function chunks(rooms: string[]): string[][] {
  return Array.from({ length: Math.ceil(rooms.length / maxBatchSize) }, (_, index) =>
    rooms.slice(index * maxBatchSize, (index + 1) * maxBatchSize),
  )
}
