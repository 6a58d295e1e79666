import { createHash } from 'node:crypto'
import { AppError } from '@jhatpat/shared/platform/app-error.ts'
import type { RedisClient } from '@jhatpat/shared/platform/redis.ts'
import { MemoryStore, type Store } from 'express-rate-limit'
import { type RedisReply, RedisStore } from 'rate-limit-redis'

/** Redis for limits: tells whether it is worth asking just now. */
export type LimitRedis = {
  isAway(): boolean
  ask(command: string, args: string[]): Promise<RedisReply>
}

/** After a failure Redis is left alone for so long, so that it slows one call in two seconds and not each. */
const restMs = 2_000

export type LimitStore = Store & {
  /** How many calls of a key are counted. */
  used(key: string): Promise<number>
}

/** A limit is not worth keeping a customer waiting for longer. */
const timeoutMs = 500

/**
 * A store learns its scripts' names once, from any server, and fails for good without one; and in a cluster each server
 * knows only the scripts it was sent itself. A script's name is its hash, so it is known here, also while Redis is
 * away, and a server that does not know the script gets it with the call.
 */
export function limitRedis(redis: RedisClient): LimitRedis {
  let awayUntil = 0
  const scripts = new Map<string, string>()
  const send = async (command: string, args: string[]): Promise<RedisReply> => {
    try {
      return (await inTime(redis.call(command, ...args))) as RedisReply
    } catch (error) {
      const [name = '', ...rest] = args
      const script = /^NOSCRIPT/.test((error as Error).message) && scripts.get(name)
      if (script) return send('EVAL', [script, ...rest])
      awayUntil = performance.now() + restMs
      throw error
    }
  }
  return {
    isAway: () => performance.now() < awayUntil,
    ask: async (command, args) => {
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
 * Counts in Redis, in one step there, for all processes together; while Redis is away each process counts for itself,
 * so that being away opens no door.
 * @param isClosed refuses with `service_unavailable` instead
 */
export function limitStore(redis: LimitRedis, prefix: string, isClosed = false): LimitStore {
  const shared = new RedisStore({ prefix, sendCommand: (command, ...args) => redis.ask(command, args) })
  const own = new MemoryStore()
  const either = async <T>(there: () => Promise<T>, here: () => Promise<T>): Promise<T> => {
    if (redis.isAway()) return here()
    return there().catch(here)
  }
  const countOwn = async (key: string) => {
    if (isClosed) throw new AppError('service_unavailable')
    return own.increment(key)
  }
  const readOwn = async (key: string) => {
    if (isClosed) throw new AppError('service_unavailable')
    return own.get(key)
  }
  return {
    prefix,
    localKeys: false,
    init: (options) => {
      own.init(options)
      shared.init(options).catch(() => undefined)
    },
    increment: (key) =>
      either(
        () => shared.increment(key),
        () => countOwn(key),
      ),
    decrement: (key) =>
      either(
        () => shared.decrement(key),
        () => own.decrement(key),
      ),
    resetKey: (key) =>
      either(
        () => shared.resetKey(key),
        () => own.resetKey(key),
      ),
    used: async (key) => {
      const count = await either(
        () => shared.get(key),
        () => readOwn(key),
      )
      return count?.totalHits || 0
    },
  }
}
