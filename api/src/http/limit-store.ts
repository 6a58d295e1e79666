import { createHash } from 'node:crypto'
import { AppError } from '@jhatpat/shared/platform/app-error.ts'
import type { RedisClient } from '@jhatpat/shared/platform/redis.ts'
import { MemoryStore, type Store } from 'express-rate-limit'
import { type RedisReply, RedisStore } from 'rate-limit-redis'

/** Redis for limits, with its availability. */
export type LimitRedis = {
  isUnavailable(): boolean
  call(command: string, args: string[]): Promise<RedisReply>
}

/**
 * After a failure Redis is not called for this long, so that it slows one call in two seconds and
 * not each.
 */
const cooldownMs = 2_000

export type LimitStore = Store & {
  /** The current count of a key. */
  used(key: string): Promise<number>
}

/** A call does not wait longer for a limit. */
const timeoutMs = 500

/**
 * The store loads its scripts once, from any server, and fails permanently without one; and in a
 * cluster each server knows only the scripts that it received. A script's name is its hash, so it
 * is computed here, also while Redis is unavailable, and a server without the script receives it
 * with the call.
 */
export function limitRedis(redis: RedisClient): LimitRedis {
  let unavailableUntil = 0
  const scripts = new Map<string, string>()
  const send = async (command: string, args: string[]): Promise<RedisReply> => {
    try {
      return (await inTime(redis.call(command, ...args))) as RedisReply
    } catch (error) {
      const [name = '', ...rest] = args
      const script = /^NOSCRIPT/.test((error as Error).message) && scripts.get(name)
      if (script) return send('EVAL', [script, ...rest])
      unavailableUntil = performance.now() + cooldownMs
      throw error
    }
  }
  return {
    isUnavailable: () => performance.now() < unavailableUntil,
    call: async (command, args) => {
      if (command !== 'SCRIPT') return send(command, args)
      const [, script = ''] = args
      const name = createHash('sha1').update(script).digest('hex')
      scripts.set(name, script)
      return name
    },
  }
}

function inTime<T>(work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error('Redis took too long')), timeoutMs)
  return Promise.race([work, promise]).finally(() => clearTimeout(timer))
}

/**
 * Counts atomically in Redis for all processes; while Redis is unavailable each process counts by
 * itself, so that there is always a limit.
 * @param isClosed rejects with `service_unavailable` instead
 */
export function limitStore(redis: LimitRedis, prefix: string, isClosed = false): LimitStore {
  const shared = new RedisStore({ prefix, sendCommand: (command, ...args) => redis.call(command, args) })
  const local = new MemoryStore()
  const withFallback = async <T>(there: () => Promise<T>, here: () => Promise<T>): Promise<T> => {
    if (redis.isUnavailable()) return here()
    return there().catch(here)
  }
  const countLocally = async (key: string) => {
    if (isClosed) throw new AppError('service_unavailable')
    return local.increment(key)
  }
  const readLocally = async (key: string) => {
    if (isClosed) throw new AppError('service_unavailable')
    return local.get(key)
  }
  return {
    prefix,
    localKeys: false,
    init: (options) => {
      local.init(options)
      shared.init(options).catch(() => undefined)
    },
    increment: (key) =>
      withFallback(
        () => shared.increment(key),
        () => countLocally(key),
      ),
    decrement: (key) =>
      withFallback(
        () => shared.decrement(key),
        () => local.decrement(key),
      ),
    resetKey: (key) =>
      withFallback(
        () => shared.resetKey(key),
        () => local.resetKey(key),
      ),
    used: async (key) => {
      const count = await withFallback(
        () => shared.get(key),
        () => readLocally(key),
      )
      return count?.totalHits || 0
    },
  }
}
