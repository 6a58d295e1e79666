import { setTimeout as sleep } from 'node:timers/promises'
import { probeConnection } from '@jhatpat/shared/platform/connection-probe.ts'
import type { Logger } from '@jhatpat/shared/platform/logger.ts'
import { channelPrefix } from '@jhatpat/shared/platform/realtime.ts'
import { isConnected, type RedisClient } from '@jhatpat/shared/platform/redis.ts'
import { withTimeout } from '@jhatpat/shared/platform/with-timeout.ts'

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

/** The rooms that this process is subscribed to in Redis. */
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

  const subscribe = async (room: string) => {
    const began = performance.now()
    const isWanted = () => !isClosed && joined.has(room)
    await retryWhile(isWanted, () => redis.ssubscribe(channels + room), log)
    if (performance.now() - began > timeoutMs && isWanted()) onGap(room)
  }
  const unsubscribe = (room: string) =>
    retryWhile(
      () => !isClosed && !joined.has(room),
      () => redis.sunsubscribe(channels + room),
      log,
    )

  return {
    add: (room) => {
      joined.add(room)
      const confirmed = subscribe(room).finally(() => {
        if (pending.get(room) === confirmed) pending.delete(room)
      })
      pending.set(room, confirmed)
    },
    drop: (room) => {
      if (joined.delete(room)) void unsubscribe(room)
    },
    subscribed: async (room) => {
      const confirmed = pending.get(room)
      if (confirmed && isConnected(redis)) await withTimeout(timeoutMs, confirmed, () => undefined)
    },
    close: () => {
      isClosed = true
      stopProbing()
      redis.off('smessage', onMessage)
    },
  }
}

/**
 * Sends a command at once, so that one connection keeps the order of joining and leaving, and
 * retries it until it succeeds or is not wanted any more.
 */
async function retryWhile(isWanted: () => boolean, send: () => Promise<unknown>, log: Logger): Promise<void> {
  while (isWanted()) {
    try {
      await send()
      return
    } catch (error) {
      log.warn({ err: String(error) }, 'room subscription pending')
      await sleep(tryAgainMs, undefined, { ref: false })
    }
  }
}
