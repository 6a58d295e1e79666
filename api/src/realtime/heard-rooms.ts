import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from '@jhatpat/shared/platform/logger.ts'
import { channelPrefix } from '@jhatpat/shared/platform/realtime.ts'
import { isConnected, type RedisClient } from '@jhatpat/shared/platform/redis.ts'
import { within } from '@jhatpat/shared/platform/within.ts'

/** So many rooms are named in one command. */
const mostAtOnce = 500
/** Who waits until Redis knows of a room, waits no longer: their page asks again by itself. */
const patienceMs = 1_000
const tryAgainMs = 500

type Parts = {
  /** A connection for this alone. */
  redis: RedisClient
  prefix: string
  log: Logger
  hear(room: string, text: string): void
}

/** The rooms that Redis tells this process about. What changes in one turn goes out together. */
export type HeardRooms = {
  add(room: string): void
  drop(room: string): void
  /** Redis counts this process among who hears of the room. */
  isListening(room: string): boolean
  /** Settles when nothing said of a room from now on is missed, or when that takes too long. */
  listening(room: string): Promise<void>
  close(): void
}

export function hearRooms({ redis, prefix, log, hear }: Parts): HeardRooms {
  const channels = channelPrefix(prefix)
  const wanted = new Set<string>()
  const counted = new Set<string>()
  const asked = new Map<string, Promise<void>>()
  let isClosed = false

  const onMessage = (channel: string, text: string) => {
    if (channel.startsWith(channels)) hear(channel.slice(channels.length), text)
  }
  redis.on('smessage', onMessage)

  const change = oncePerTurn(async (rooms) => {
    if (isClosed) return
    const [joined, left] = [stillWanted(rooms), rooms.filter((room) => !wanted.has(room))]
    await Promise.all([
      ...chunks(left).map((some) => redis.sunsubscribe(...some.map(named)).catch(ignore)),
      ...chunks(joined).map((some) => subscribe(some)),
    ])
  })
  const subscribe = async (some: string[]) => {
    try {
      await redis.ssubscribe(...some.map(named))
      for (const room of stillWanted(some)) counted.add(room)
    } catch (error) {
      if (isClosed) return
      log.warn({ err: String(error) }, 'rooms not heard yet')
      await sleep(tryAgainMs, undefined, { ref: false })
      for (const room of stillWanted(some)) ask(room)
    }
  }
  const named = (room: string) => channels + room
  const stillWanted = (rooms: string[]) => rooms.filter((room) => wanted.has(room))
  const ask = (room: string) => {
    const answered = change(room).finally(() => {
      if (asked.get(room) === answered) asked.delete(room)
    })
    asked.set(room, answered)
  }

  return {
    add: (room) => {
      wanted.add(room)
      ask(room)
    },
    drop: (room) => {
      if (!wanted.delete(room)) return
      counted.delete(room)
      void change(room)
    },
    isListening: (room) => counted.has(room),
    listening: async (room) => {
      const answered = asked.get(room)
      if (answered && isConnected(redis)) await within(patienceMs, answered, ignore)
    },
    close: () => {
      isClosed = true
      redis.off('smessage', onMessage)
    },
  }
}

/** Hands on together what was named in one turn. */
function oncePerTurn(hand: (rooms: string[]) => Promise<void>): (room: string) => Promise<void> {
  let named = new Set<string>()
  let next: Promise<void> | undefined
  const handAll = () => {
    const rooms = [...named]
    named = new Set()
    next = undefined
    return hand(rooms)
  }
  return (room) => {
    named.add(room)
    next ??= Promise.resolve().then(handAll)
    return next
  }
}

const ignore = () => undefined

function chunks(rooms: string[]): string[][] {
  return Array.from({ length: Math.ceil(rooms.length / mostAtOnce) }, (_, index) =>
    rooms.slice(index * mostAtOnce, (index + 1) * mostAtOnce),
  )
}
